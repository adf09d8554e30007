export { addDays, daysBetween, localDay, startOfDay } from './calendar';
