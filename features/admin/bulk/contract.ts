import * as z from 'zod/mini'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint, nothing, type CallInput } from '#contract/endpoint.ts'
import { distinctList, freeText, idParams, pageQuery, time } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'
import { userListQuery } from '#contract/user-list.ts'

const { changedMeanwhile, notFound } = errorCodes
const access = { adminWithAnyOf: ['manage_regular_user'] } as const
const ofJob = { access, params: idParams, refusals: { notFound } } as const

export const bulkActions = [
  'deactivate',
  'activate',
  'end-sessions',
  /** Of users who never finished the sign-up. */
  'resend-invitation',
  'give-platform',
  'take-platform',
] as const

export type BulkAction = (typeof bulkActions)[number]

/** Users that one call may name. */
export const maxIds = 1_000

/** Users whom the query of one job may find. */
export const maxMatching = 10_000

/** Above so many users the step-up authentication may be five minutes old at most. */
export const fewUsers = 10

const ofPlatform: readonly BulkAction[] = ['give-platform', 'take-platform']

export function needsPlatform(action: BulkAction): boolean {
  return ofPlatform.includes(action)
}

/** A reminder changes nothing of the account. */
export function needsReason(action: BulkAction): boolean {
  return action !== 'resend-invitation'
}

export const startBulk = endpoint('POST /admin/bulk', {
  access,
  stepUp: 15,
  summary:
    'Does to each of many users what the call for one user does, in the background: to those with the ids, or to all whom a query of the list of users finds at that moment, 10,000 at most. Above 10 users the step-up authentication may be five minutes old at most, and deactivating them may take a second person',
  body: z
    .object({
      action: z.enum(bulkActions),
      ids: z.optional(distinctList(z.uuid(), maxIds).check(z.minLength(1, 'required'))),
      /** In place of ids: the filters of the list of users. */
      query: z.optional(z.strictObject(userListQuery)),
      /** In place of ids: a finished job of the caller, whose failed users are tried again. */
      failedOf: z.optional(z.uuid()),
      /** The platform that is given or taken. */
      subsystem: z.optional(z.string().check(z.maxLength(100, 'tooLong'))),
      /** Kept in the audit log of each user, and never mailed. Required, except for a reminder (`resend-invitation`). */
      reason: z.optional(freeText(500)),
      /** Only counts. */
      dryRun: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ ids, query, failedOf }) =>
          [ids, query, failedOf].filter((given) => given !== undefined).length === 1,
        { path: ['ids'], error: 'required' },
      ),
      z.refine(({ action, subsystem }) => needsPlatform(action) === Boolean(subsystem), {
        path: ['subsystem'],
        error: 'required',
      }),
      z.refine(
        ({ action, reason, dryRun }) => dryRun === true || Boolean(reason) || !needsReason(action),
        { path: ['reason'], error: 'required' },
      ),
    ),
  example: {
    action: 'deactivate',
    query: { status: ['invited'], lastLoginBefore: '2026-01-01' },
    reason: 'Never finished the sign-up',
    dryRun: true,
  },
  reply: z.object({
    /** Of the job; null after a dry run. */
    id: z.nullable(z.uuid()),
    total: z.int(),
    /** What the action would do now, after a dry run. */
    effect: z.nullable(
      z.object({
        changed: z.int(),
        /** Users who are so already. */
        unchanged: z.int(),
        refused: z.int(),
        /** Why, by error code; together as many as are refused. */
        reasons: z.array(z.object({ code: z.int(), count: z.int() })),
      }),
    ),
  }),
  status: 202,
  approval: secondPerson('users-deactivate'),
  refusals: { notFound, ...secondPersonErrors },
})

export type BulkFilters = NonNullable<NonNullable<CallInput<typeof startBulk>['body']>['query']>

/** For the dialog: an admin of users may lack the permission to manage companies or platforms. */
export const listBulkPlatforms = endpoint('GET /admin/bulk/platforms', {
  access,
  summary: 'The platforms that a bulk action can give and take',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
})

export const bulkStates = ['running', 'cancelling', 'done', 'cancelled', 'stopped'] as const

const job = z.object({
  id: z.uuid(),
  action: z.enum(bulkActions),
  subsystem: z.nullable(z.object({ id: z.string(), name: z.string() })),
  reason: z.string(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Users who were so already; once the job has ended, also those who were left out. */
  skipped: z.int(),
  /** `stopped`: the admin was deactivated or lost the permission. */
  state: z.enum(bulkStates),
  createdAt: time,
  finishedAt: z.nullable(time),
})

export type BulkJobReply = z.output<typeof job>

export const listBulks = endpoint('GET /admin/bulk', {
  access,
  summary: 'The last ten bulk jobs of the calling admin, the latest first',
  reply: z.array(job),
})

export const getBulk = endpoint('GET /admin/bulk/{id}', {
  ...ofJob,
  summary: 'A bulk job of the calling admin, and how far it is',
  reply: job,
})

export const resultStates = ['waiting', 'done', 'failed', 'skipped'] as const

const result = z.object({
  id: z.uuid(),
  /** Null for a user who does not exist. */
  user: z.nullable(z.object({ firstname: z.string(), lastname: z.string(), email: z.string() })),
  state: z.enum(resultStates),
  /** The error code of a failed one. */
  code: z.nullable(z.int()),
})

export type BulkResult = z.output<typeof result>

export const listBulkResults = endpoint('GET /admin/bulk/{id}/items', {
  ...ofJob,
  summary: 'What became of each user of a bulk job',
  query: z.object({ state: z.optional(z.enum(resultStates)), ...pageQuery }),
  reply: z.array(result),
})

export const exportBulkResults = endpoint('GET /admin/bulk/{id}/export', {
  ...ofJob,
  summary: 'What became of each user of a bulk job as a CSV file',
  reply: z.unknown(),
  csvExample:
    '"id","firstname","lastname","email","result","errorCode"\r\n"01900000-0000-7000-8000-000000000001","Grace","Hopper","grace@harbour.example","done",""\r\n',
})

export const cancelBulk = endpoint('POST /admin/bulk/{id}/cancel', {
  ...ofJob,
  stepUp: { none: 'it changes nothing but prevents changes' },
  summary: 'Stops a bulk job before its next user; what is done stays',
  body: nothing,
  reply: job,
  refusals: {
    notFound,
    /** It is over, or was cancelled already. */
    changedMeanwhile,
  },
})
