export { addDays, daysBetween, localDay, startOfDay } from './calendar';
export { BankCalendar, type HolidayChanges } from './bank-calendar';
