import { randomUUID } from 'node:crypto';
import { wakeJob, wakeJobs } from './wake';

const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe('the jobs that wake endpoints', () => {
  it.each([
    [0, 0],
    [1, 1],
    [50, 1],
    [51, 2],
    [201, 5],
  ])('%i endpoints are named by %i jobs, each once and in order', (endpoints, jobs) => {
    const endpointIds = ids(endpoints);
    const made = wakeJobs(endpointIds);
    expect(made).toHaveLength(jobs);
    expect(made.flatMap(({ data }) => data['endpointIds'])).toEqual(endpointIds);
  });

  it('they have no ids: none is ever swallowed by one that is stuck', () => {
    for (const job of wakeJobs(ids(51))) expect(job).not.toHaveProperty('opts');
  });

  it('a single one goes to the lane that is asked for', () => {
    const [id = ''] = ids(1);
    expect(wakeJob(id, undefined, 'slow')).toEqual({
      queue: 'postback-deliveries-slow',
      name: 'deliver',
      data: { endpointIds: [id] },
    });
  });
});
