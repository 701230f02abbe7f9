-- The grades that the latest verdict of the gate `quality` on each task revision rests on.
create view task_grade as
select latest_verdict.task, latest_verdict.revision, subject,
    case when mode = 'grade' then cast(json_extract(answer, '$.clarity') as integer) end as clarity,
    case when mode = 'grade' then cast(json_extract(answer, '$.precision') as integer) end as precision,
    case when mode = 'grade' then cast(json_extract(answer, '$.information_value') as integer) end as information_value,
    case when mode = 'grade' then json_extract_string(answer, '$.why') end as why
from latest_verdict join attempt on attempt.task = latest_verdict.task and list_contains(latest_verdict.attempts, attempt.key)
where gate = 'quality' and mode = 'grade' and answer is not null;
