export { type Drawing, DrawingThreads } from './drawing-threads';
