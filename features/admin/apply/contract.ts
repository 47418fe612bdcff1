import * as z from 'zod/mini'
import { approvalOutcomes, approvalStates, secondPerson } from '#contract/approval.ts'
import { endpoint } from '#contract/endpoint.ts'
import { freeText, idParams, requiredText, time, uuid } from '#contract/fields.ts'
import { named, namedObject } from '#contract/named.ts'
import { errors } from '#contract/refusal.ts'

/** Access for service accounts. They have no second factor, so an independent admin must approve risky changes. */
const ofConfiguration = { access: 'service', machine: 'admin:configuration' } as const

/** Maximum size in bytes of a call with a file and its secrets. */
const maxBodyBytes = 256 * 1024

const file = namedObject('ConfigurationFile', {
  /** Name of the file, which approvers see. */
  name: requiredText(200),
  /** Content of the file, as docs/apply.schema.json describes it. */
  configuration: z.record(z.string(), z.unknown()),
  /** Values of the secrets that the content refers to, by their source, such as `env:ORDERS_SECRET`. */
  secrets: z.optional(
    z.record(
      z.string().check(z.maxLength(500, 'tooLong')),
      z.string().check(z.maxLength(1000, 'tooLong')),
    ),
  ),
  /** Deactivates, revokes or removes items that are missing from the sections of the file. */
  prune: z.optional(z.boolean()),
  /** Confirms changes that end open sessions. */
  confirm: z.optional(z.boolean()),
})

const change = namedObject('ConfigurationChange', {
  section: z.string(),
  kind: z.enum(['add', 'change', 'remove']),
  /** Key fields of the item as text; empty for a section with a single item. */
  key: z.string(),
  fields: z.array(
    z.object({
      name: z.string(),
      /** Value before the change; left out if there was none. A secret is only named. */
      before: z.optional(z.unknown()),
      after: z.optional(z.unknown()),
    }),
  ),
  /** True if the change waits for an approver while two-person approval is in force. */
  takesTwo: z.boolean(),
})

const plan = z.object({
  changes: z.array(change),
  /** Changes that have to wait, for example for a user who has not joined. */
  notes: z.array(z.string()),
})
named('ConfigurationPlan', plan)

export type ConfigurationPlan = z.output<typeof plan>

const example = {
  name: 'portico.yaml',
  configuration: {
    platforms: [
      {
        id: 'orders',
        name: 'Orders',
        url: 'https://orders.example',
        redirectUris: ['https://orders.example/callback'],
        secret: 'env:ORDERS_SECRET',
      },
    ],
  },
  secrets: { 'env:ORDERS_SECRET': 'kJ7wQx2mR9tYb4nV6pLz8cFh3sGd5aEu' },
}

export const planConfiguration = endpoint('POST /admin/configuration/plan', {
  ...ofConfiguration,
  danger: {
    worst: 'the whole configuration is read, without secrets',
    reason: 'it changes nothing, and each call is recorded',
  },
  summary:
    'Compares a configuration file with the current configuration and returns the differences. Changes nothing. Errors name the faulty item by a JSON Pointer',
  body: file,
  example,
  maxBodyBytes,
  reply: plan,
  refusals: errors('tooManyRequests'),
})

export const applyConfiguration = endpoint('POST /admin/configuration', {
  ...ofConfiguration,
  danger: {
    worst: 'the thief of a program’s key changes every setting',
    reason:
      'all that a code of five minutes or two people protect becomes a request, as soon as any kind of action takes two people; admins who have ever added or changed the service account do not decide it; only the approved plan is applied',
  },
  summary:
    'Applies a configuration file. While two-person approval is in force, changes that an admin confirms with a code of the last five minutes, or that take two people, make the whole file a request, whose state `GET /admin/configuration/requests/{id}` returns',
  body: z.extend(file, {
    /** Reason for the approver. */
    reason: z.optional(freeText(500)),
  }),
  example,
  maxBodyBytes,
  approval: secondPerson('configuration-apply'),
  reply: named(
    'AppliedConfiguration',
    z.extend(plan, {
      /** Request ID of the audit log’s entries; null if nothing changed. */
      requestId: z.nullable(z.string()),
    }),
  ),
  refusals: errors('changedMeanwhile', 'approvalPending', 'noSecondPerson', 'tooManyRequests'),
})

export const getConfigurationRequest = endpoint('GET /admin/configuration/requests/{id}', {
  ...ofConfiguration,
  summary: 'Returns the state of a request that the calling service account has made',
  params: idParams,
  reply: namedObject('ConfigurationRequest', {
    id: uuid,
    state: z.enum(approvalStates),
    /** The reason why the approved file was not applied; null if there is none. */
    outcome: z.nullable(z.enum(approvalOutcomes)),
    /** The approver’s note, or the reason for declining; empty if undecided. */
    evidence: z.string(),
    expiresAt: time,
    doneAt: z.nullable(time),
  }),
  refusals: errors('notFound'),
})
