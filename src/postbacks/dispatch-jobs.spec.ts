import { randomUUID } from 'node:crypto';
import { dispatchJob, dispatchJobs, endpointsOf } from './dispatch-jobs';
import type { EndpointKey } from './endpoints/postback-endpoint.entity';

const keys = (count: number): EndpointKey[] =>
  Array.from({ length: count }, () => ({ merchantId: randomUUID(), endpointId: randomUUID() }));

describe('the jobs that have endpoints served', () => {
  it.each([
    [0, 0],
    [1, 1],
    [50, 1],
    [51, 2],
    [201, 5],
  ])('%i endpoints are named by %i jobs, each once and in order', (endpoints, jobs) => {
    const named = keys(endpoints);
    const made = dispatchJobs(named);
    expect(made).toHaveLength(jobs);
    expect(made.flatMap(({ data }) => endpointsOf(data))).toEqual(named);
  });

  it('they have no ids: none is ever swallowed by one that is stuck', () => {
    for (const job of dispatchJobs(keys(51))) expect(job).not.toHaveProperty('opts');
  });

  it('a single one goes to the queue that is asked for', () => {
    const key = { merchantId: randomUUID(), endpointId: randomUUID() };
    expect(dispatchJob(key, undefined, 'slow')).toEqual({
      queue: 'postback-deliveries-slow',
      name: 'deliver',
      data: { endpoints: [`${key.merchantId}/${key.endpointId}`] },
    });
  });

  it('what names no endpoint is left out', () => {
    const id = randomUUID();
    for (const endpoints of [undefined, null, id, [id], [`${id}/`], [`${id}/${id}/${id}`], [7], [null]]) {
      expect(endpointsOf({ endpoints })).toEqual([]);
    }
  });
});
