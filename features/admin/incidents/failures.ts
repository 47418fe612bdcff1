import { parseAddress } from '#server/ip-address.ts'

/** Failures of one address with one account; the target is null for an unknown account. */
export type Failures = {
  ipAddress: string
  targetId: string | null
  count: number
  first: Date
  last: Date
}

type Total = { failures: number; others: Set<string> }

/** Sums failures by one key; `others` are the different values of the other. */
function totalsBy(
  groups: readonly Failures[],
  keyOf: (group: Failures) => string | null,
  otherOf: (group: Failures) => string | null,
): Map<string, Total> {
  const totals = new Map<string, Total>()
  for (const group of groups) {
    const key = keyOf(group)
    if (key === null || key === '') continue
    const total = totals.get(key) ?? { failures: 0, others: new Set() }
    total.failures += group.count
    const other = otherOf(group)
    if (other !== null && other !== '') total.others.add(other)
    totals.set(key, total)
  }
  return new Map([...totals].toSorted(([, one], [, other]) => other.failures - one.failures))
}

/** Sums failures by address and by account, those with the most failures first. */
export function summarize(groups: readonly Failures[]) {
  const address = ({ ipAddress }: Failures) => ipAddress
  const target = ({ targetId }: Failures) => targetId
  const failures = groups.reduce((sum, { count }) => sum + count, 0)
  const addresses = totalsBy(groups, address, target)
  const unknown = groups.filter(({ targetId }) => targetId === null)
  return {
    failures,
    first: earliest(groups.map(({ first }) => first)),
    last: earliest(groups.map(({ last }) => last).toReversed(), -1),
    unknownFailures: unknown.reduce((sum, { count }) => sum + count, 0),
    addresses,
    accounts: totalsBy(groups, target, address),
    range: rangeOf(addresses, failures),
  }
}

function earliest(times: readonly Date[], sign = 1): Date | null {
  return times.toSorted((one, other) => sign * (one.getTime() - other.getTime()))[0] ?? null
}

/**
 * Returns true if a login from an address is conspicuous: the address failed with another or an unknown account, or at
 * least five times.
 */
export function isConspicuous(groups: readonly Failures[], ipAddress: string, userId: string) {
  const own = groups.filter((group) => group.ipAddress === ipAddress)
  const count = own.reduce((sum, each) => sum + each.count, 0)
  return count >= minOwnFailures || own.some(({ targetId }) => targetId !== userId)
}

const minOwnFailures = 5

/** Returns the addresses of one IPv4 /24 or IPv6 /64 if they have at least half of the failures. */
function rangeOf(addresses: ReadonlyMap<string, Total>, failures: number) {
  const parsed = [...addresses].flatMap(([text, total]) => {
    const address = parseAddress(text)
    return address ? [{ text, bytes: address.toByteArray(), failures: total.failures }] : []
  })
  const neighbors = Map.groupBy(parsed, ({ bytes }) =>
    bytes.slice(0, bytes.length === 4 ? 3 : 8).join('.'),
  )
  const sumOf = (group: typeof parsed) => group.reduce((sum, each) => sum + each.failures, 0)
  const [group = []] = [...neighbors.values()].toSorted((one, other) => sumOf(other) - sumOf(one))
  const sorted = group.toSorted((one, other) => compareBytes(one.bytes, other.bytes))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last || sorted.length < 2 || sumOf(group) * 2 < failures) return null
  return {
    firstAddress: first.text,
    lastAddress: last.text,
    network: networkOf(first.bytes, last.bytes),
    addresses: sorted.length,
    failures: sumOf(group),
  }
}

function compareBytes(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((byte, at) => byte !== other[at])
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}

/** Returns the smallest network in CIDR notation that contains both addresses. An IPv6 network is at least a /64. */
function networkOf(first: readonly number[], last: readonly number[]): string {
  const [from, to] = [bitsOf(first), bitsOf(last)]
  const differing = [...from].findIndex((bit, at) => bit !== to[at])
  const common = differing === -1 ? from.length : differing
  const length = first.length === 4 ? common : Math.min(common, 64)
  const masked = from.slice(0, length).padEnd(from.length, '0')
  const bytes = first.map((_, at) => Number.parseInt(masked.slice(at * 8, at * 8 + 8), 2))
  if (first.length === 4) return `${bytes.join('.')}/${length}`
  const groups = [0, 2, 4, 6].map((at) =>
    (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16),
  )
  return `${groups.join(':')}::/${length}`
}

function bitsOf(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
}
