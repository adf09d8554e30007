export { defineTransitions, type Transition, type TransitionTable } from './define-transitions';
