import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { ifMatch } from '#contract/fields.ts'
import { ipAllowRules, networkPreview, networkRule } from '#contract/network-rules.ts'
import { errors } from '#contract/refusal.ts'
import { namedObject } from '#contract/named.ts'

const access = { userWithAnyOf: ['company_security'] } as const

const networks = namedObject('Networks', {
  ipAllowRules: z.array(networkRule),
  /** Platforms that a network can be assigned to. */
  platforms: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The IP address of this call, in the form that networks are matched against. */
  yourAddress: z.string(),
  etag: z.string(),
})

export type Networks = z.output<typeof networks>

export const getNetworks = endpoint('GET /users/company/network-rules', {
  access,
  summary: 'Returns the networks from which users of the caller’s company can open platforms',
  reply: networks,
})

export const setNetworks = endpoint('PUT /users/company/network-rules', {
  access,
  stepUp: { withinMinutes: 5 },
  danger: {
    worst: 'colleagues are locked out',
    reason: 'not the own address; only networks within those of the provider',
  },
  summary:
    'Replaces the networks of the caller’s company. If-Match contains the ETag of the version that was edited. Set `iKnow` to save networks that exclude the caller’s own IP address from a platform',
  headers: ifMatch,
  body: z.object({ ipAllowRules, iKnow: z.optional(z.boolean()) }),
  example: {
    ipAllowRules: [{ name: 'Lisbon office', subsystem: null, cidr: '203.0.113.0/24' }],
  },
  reply: networks,
  refusals: errors('changedMeanwhile', 'ownAddressExcluded'),
})

export const previewNetworks = endpoint('POST /users/company/network-rules/dry-run', {
  access,
  stepUp: { none: 'it changes nothing' },
  summary:
    'Lists the users of the caller’s company who logged in during the last month and would be locked out by these networks. Changes nothing',
  body: namedObject('NetworkRules', { ipAllowRules }),
  reply: networkPreview,
})
