import * as z from 'zod/mini'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { idParams, requiredText, time, uuid } from '#contract/fields.ts'
import { cidr } from '#contract/network-rules.ts'
import { errorCodes, errors } from '#contract/refusal.ts'
import { named, namedObject } from '#contract/named.ts'
import { inBounds } from '#contract/search-time.ts'

/** Longest period in days. */
export const maxDays = 7

/** Maximum number of failures that are examined for each action; the latest count. */
export const maxFailures = 20_000

/** Actions of failed logins. */
export const failureActions = ['login_failed', 'passkey_refused'] as const

/** Actions of locked accounts and blocked addresses. */
export const lockActions = ['account_locked', 'account_restricted', 'address_blocked'] as const

const moment = z.iso.datetime({ offset: true }).check(inBounds)

const account = {
  id: z.string(),
  /** Empty for an erased account. */
  name: z.string(),
  kind: named('AccountKind', z.enum(['user', 'admin'])),
}

export const getIncident = endpoint('GET /admin/failed-logins', {
  access: { adminWithAnyOf: ['view_admin_audit_log', 'view_audit_log'] },
  mayLag: true,
  summary:
    'Summarizes the failed logins of a period of at most seven days: addresses, accounts, lockouts, and accounts that logged in from these addresses. The audit log records the search',
  query: z.object({ from: moment, to: moment }),
  examples: {
    firstAddress: '203.0.113.200',
    lastAddress: '203.0.113.213',
    network: '203.0.113.192/27',
  },
  reply: z.object({
    from: time,
    to: time,
    failures: z.int(),
    /** True if the period has more failures than are examined; then only the latest count. */
    isPartial: z.boolean(),
    first: z.nullable(time),
    last: z.nullable(time),
    addressCount: z.int(),
    /** Number of existing accounts that were tried. */
    accountCount: z.int(),
    /** Number of failures with unknown email addresses or passkeys. */
    unknownFailures: z.int(),
    lockedAccounts: z.int(),
    blockedAddresses: z.int(),
    /** Neighboring addresses with at least half of the failures; null if the failures are scattered. */
    range: z.nullable(
      namedObject('AddressRange', {
        firstAddress: z.string(),
        lastAddress: z.string(),
        /** Smallest network that contains the addresses. */
        network: z.string(),
        addresses: z.int(),
        failures: z.int(),
      }),
    ),
    /** Addresses with the most failures; at most ten. */
    addresses: z.array(
      z.object({
        ipAddress: z.string(),
        failures: z.int(),
        accounts: z.int(),
        isBlocked: z.boolean(),
      }),
    ),
    /** Accounts with the most failures; at most ten. */
    accounts: z.array(
      z.object({ ...account, failures: z.int(), addresses: z.int(), isLocked: z.boolean() }),
    ),
    /**
     * Logins from an address that failed with another account or at least five times with the same one; at most 50
     * accounts.
     */
    logins: z.array(z.object({ ...account, ipAddress: z.string(), at: time })),
  }),
})

export type Incident = z.output<typeof getIncident.reply>

const blocking = { adminWithAnyOf: ['manage_regular_user'] } as const

/** Shortest prefix of a blocked network, so that one block concerns few customers. */
export const minPrefix = { ipv4: 20, ipv6: 40 } as const

/** Longest block in hours. */
export const maxHours = 168

export const listBlockedNetworks = endpoint('GET /admin/blocked-networks', {
  access: blocking,
  summary: 'Lists the networks from which logins are blocked',
  examples: {
    network: '203.0.113.192/27',
    reason: 'Failed logins of many accounts',
    blockedBy: 'Mary Ward',
  },
  reply: z.array(
    z.object({
      id: uuid,
      network: z.string(),
      reason: z.string(),
      /** Name of the admin; empty if the admin was deleted. */
      blockedBy: z.string(),
      blockedAt: time,
      endsAt: time,
    }),
  ),
})

export const blockNetwork = endpoint('POST /admin/blocked-networks', {
  access: blocking,
  stepUp: 5,
  danger: {
    worst: 'customers in a network cannot log in from unknown browsers',
    reason:
      'small networks with an end; never the admin’s own address; listed and lifted by any admin',
  },
  summary:
    'Blocks logins and password resets from a network for some hours. Sessions, known browsers and mailed links are not affected. A network has at most 4,096 IPv4 addresses, or an IPv6 prefix of at least /40; a smaller IPv6 network than a /64 is widened to it',
  body: z.object({
    network: cidr.check(z.refine(isSmall, { error: 'networkTooLarge' })),
    hours: z
      .int('invalidHours')
      .check(z.minimum(1, 'invalidHours'), z.maximum(maxHours, 'invalidHours')),
    reason: requiredText(1_000),
  }),
  examples: { network: '203.0.113.192/27', hours: 24, reason: 'Failed logins of many accounts' },
  reply: nothing,
  status: 204,
  refusals: {
    ownAddress: errorCodes.ownAddressExcluded,
    alreadyBlocked: errorCodes.changedMeanwhile,
    tooMany: errorCodes.unableToProcess,
  },
})

/** Returns true for a network that may be blocked; an invalid network breaks another rule. */
function isSmall(network: string): boolean {
  const [address = '', prefix] = network.split('/')
  if (prefix === undefined) return true
  return Number(prefix) >= (address.includes(':') ? minPrefix.ipv6 : minPrefix.ipv4)
}

export const unblockNetwork = endpoint('POST /admin/blocked-networks/{id}/unblock', {
  access: blocking,
  stepUp: { none: 'it only ends a block' },
  summary: 'Ends the block of a network',
  params: idParams,
  body: z.object({}),
  reply: nothing,
  status: 204,
  refusals: errors('notFound'),
})

export type BlockedNetwork = z.output<typeof listBlockedNetworks.reply>[number]
