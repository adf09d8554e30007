import { decidedRounds } from './round.rules';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const step = (minute: number, type: string, fromStatus: string, details = {}) => ({
  type,
  fromStatus,
  details,
  operatorId: type === 'submitted' ? null : 'operator',
  at: at(minute),
});

const HISTORY = [
  step(0, 'submitted', 'pending'),
  step(1, 'rejected', 'pending_review', { correctable: false }),
  step(2, 'resubmission_requested', 'rejected'),
  step(3, 'submitted', 'pending'),
  step(4, 'resubmission_requested', 'pending_review'),
  step(5, 'submitted', 'pending'),
  step(6, 'approved', 'pending_review'),
  step(7, 'submitted', 'pending'),
];

describe('earlier rounds (contract §8, the case)', () => {
  it('each is a submission and the decision on it, newest first; one without decision is not earlier', () => {
    const rounds = decidedRounds([...HISTORY].reverse(), 4);
    expect(rounds.map(({ number, decision }) => [number, decision])).toEqual([
      [3, 'approved'],
      [2, 'sent_back'],
      [1, 'rejected'],
    ]);
    expect(rounds.at(-1)).toEqual({
      number: 1,
      submittedAt: at(0),
      decidedAt: at(1),
      decision: 'rejected',
      operatorId: 'operator',
      details: { correctable: false },
    });
  });

  it('keep their numbers when the oldest steps are left out', () => {
    const rounds = decidedRounds([...HISTORY].reverse().slice(0, 4), 4);
    expect(rounds.map(({ number }) => number)).toEqual([3]);
  });

  it('are none before the first decision', () => {
    expect(decidedRounds([], 0)).toEqual([]);
    expect(decidedRounds(HISTORY.slice(0, 1), 1)).toEqual([]);
  });
});
