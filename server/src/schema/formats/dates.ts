const time = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;

const fullDate = /^(\d{4})-(\d\d)-(\d\d)$/;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339, section 5.6, full-date. */
export function isDate(text: string): boolean {
  const match = fullDate.exec(text);
  if (match === null) return false;
  // Not `new Date(text)`: it makes a guess at what it cannot read, and finds a day in 0001-13-13.
  const [month, day] = [Number(match[2]), Number(match[3])];
  const days = month === 2 && isLeapYear(Number(match[1])) ? 29 : (daysOfMonths[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** RFC 3339, appendix C. */
function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** RFC 3339, section 5.6, full-time. */
export function isTime(text: string): boolean {
  const match = time.exec(text);
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = [1, 2, 3, 5, 6].map((group) =>
    Number(match[group] ?? 0),
  );
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second is the last second of a day in UTC.
  const offset = (match[4] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

/** RFC 3339, section 5.6, date-time. */
export function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[tT]$/.test(text.charAt(10)) && isTime(text.slice(11));
}

const durationTime = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const durationDate = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
const duration = new RegExp(`^P(?:${durationDate}(?:${durationTime})?|${durationTime}|\\d+W)$`);

/** RFC 3339, appendix A. */
export function isDuration(text: string): boolean {
  return duration.test(text);
}
