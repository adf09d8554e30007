import 'reflect-metadata';
import type { ErrorDetail } from '../../errors';
import { crossFieldFaults, WithCrossFieldRules } from './cross-field-rules';

const PATHS = ['list', 'list[0]', 'list[0].name', 'list[1]', 'lists', 'part', 'part.name', 'part.names'];
const at = (field: string): ErrorDetail => ({ field, code: 'wrong', message: 'is wrong' });

@WithCrossFieldRules((_body, isRight) => PATHS.filter(isRight).map(at))
class Body {}

class Heir extends Body {}

class Other {
  readonly list: readonly string[] = [];
}

/** Of the paths those that count as right beside a fault of this field. */
const rightBeside = (...fields: string[]): string[] =>
  crossFieldFaults(Heir, new Heir(), fields.map(at)).map(({ field }) => field);

describe('cross-field rules', () => {
  it('ask of nothing that is wrong itself, in a part of it, or in what it is a part of', () => {
    expect(rightBeside('other')).toEqual(PATHS);
    expect(rightBeside('list')).toEqual(['lists', 'part', 'part.name', 'part.names']);
    expect(rightBeside('list[0].name', 'part')).toEqual(['list[1]', 'lists']);
    expect(rightBeside('part.name', 'list[1]')).toEqual(['list[0]', 'list[0].name', 'lists', 'part.names']);
  });

  it('say nothing that counts of what is wrong itself, whatever they looked at', () => {
    @WithCrossFieldRules(() => PATHS.map(at))
    class Blind {}
    const fields = crossFieldFaults(Blind, new Blind(), [at('list')]).map(({ field }) => field);
    expect(fields).toEqual(['lists', 'part', 'part.name', 'part.names']);
  });

  it('are those of the class and of what it extends, or none', () => {
    expect(crossFieldFaults(Body, new Body(), [])).toHaveLength(PATHS.length);
    expect(crossFieldFaults(Other, new Other(), [at('x')])).toEqual([]);
  });
});
