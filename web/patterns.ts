const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?`
const zone = String.raw`(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`

export const patterns = {
  uuid: /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/,
  date: new RegExp(`^${day}$`),
  dateTime: new RegExp(`^${day}T${time}${zone}$`),
}

/** No thirtieth of February. */
export function isDay(value: string): boolean {
  const [year = 0, month = 0, date = 0] = value.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date
}
