/** Such as "2,000". */
export const count = (number: number): string => number.toLocaleString('en-US');

/** Whole units, such as "16 KB" or "25 MB". */
export const size = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${count(bytes / (1024 * 1024))} MB` : `${count(bytes / 1024)} KB`;

/** A pattern that matches the whole numbers from 1 to `max`, for queries. */
export function numberUpTo(max: number): string {
  const digits = String(max);
  const shorter = digits.length === 1 ? [] : [`[1-9]\\d{0,${digits.length - 2}}`];
  const sameLength = [...digits].flatMap((digit, index) => {
    const least = index === 0 ? 1 : 0;
    if (Number(digit) === least) return [];
    return `${digits.slice(0, index)}[${least}-${Number(digit) - 1}]\\d{${digits.length - index - 1}}`;
  });
  return `^(${[...shorter, ...sameLength, digits].join('|')})$`;
}
