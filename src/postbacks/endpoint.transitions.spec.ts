import {
  ENDPOINT_STATUSES,
  type EndpointStatus,
  endpointTransitions,
  type EndpointTrigger,
} from './endpoint.transitions';

/** Specification, Webhook endpoint status, written out once more: what every trigger makes of every status. */
const EXPECTED: Readonly<Record<EndpointTrigger, Readonly<Record<string, EndpointStatus>>>> = {
  create: { '': 'active' },
  pause: { active: 'paused' },
  activate: { paused: 'active' },
  delete: { active: 'deleted', paused: 'deleted' },
};

const cases = [null, ...ENDPOINT_STATUSES].flatMap((from) =>
  (Object.keys(EXPECTED) as EndpointTrigger[]).map((on): [EndpointStatus | null, EndpointTrigger] => [
    from,
    on,
  ]),
);

describe('the status machine of a webhook endpoint', () => {
  it.each(cases)('%s on %s', (from, on) => {
    const to = EXPECTED[on][from ?? ''];
    if (to === undefined) expect(() => endpointTransitions.next(from, on)).toThrow(/not possible/);
    else expect(endpointTransitions.next(from, on)).toBe(to);
  });

  it('knows these triggers and statuses alone', () => {
    expect([...endpointTransitions.statuses].sort()).toEqual([...ENDPOINT_STATUSES].sort());
    expect([...endpointTransitions.triggers].sort()).toEqual(Object.keys(EXPECTED).sort());
  });
});
