import * as z from 'zod/mini'
import { secondPerson, secondPersonErrors } from '#contract/approval.ts'
import { endpoint, nothing, type CallInput } from '#contract/endpoint.ts'
import { distinctList, freeText, idParams, pageQuery, time, uuid } from '#contract/fields.ts'
import { errorCodes } from '#contract/refusal.ts'
import { userListQuery } from '#contract/user-list.ts'
import { named, namedObject } from '#contract/named.ts'

const { changedMeanwhile, notFound } = errorCodes
const access = { adminWithAnyOf: ['manage_regular_user'] } as const
const ofJob = { access, params: idParams, refusals: { notFound } } as const

export const bulkActions = [
  'deactivate',
  'activate',
  'end-sessions',
  /** Reminds users who never finished the sign-up. */
  'resend-invitation',
  'give-platform',
  'take-platform',
] as const

export type BulkAction = (typeof bulkActions)[number]

/** Maximum number of ids in one call. */
export const maxIds = 1_000

/** Maximum number of users that the query of a job may match. */
export const maxMatching = 10_000

export function needsPlatform(action: BulkAction): boolean {
  return action === 'give-platform' || action === 'take-platform'
}

/** Returns false for a reminder, because it does not change the account. */
export function needsReason(action: BulkAction): boolean {
  return action !== 'resend-invitation'
}

export const startBulk = endpoint('POST /admin/bulk', {
  access,
  stepUp: 15,
  danger: {
    worst: 'every user of a company is locked out, or granted a platform',
    reason:
      'deactivating more than ten a day takes two people; granting is limited to the company’s platforms',
  },
  summary:
    'Starts a background job that performs an action on many users: those with the given IDs, or all who currently match a query of the user list, at most 10,000. For more than 10 users, the step-up must be at most five minutes old, and a deactivation may require two-person approval',
  body: z
    .object({
      action: z.enum(bulkActions),
      ids: z.optional(distinctList(uuid, maxIds).check(z.minLength(1, 'required'))),
      /** Filters of the user list, as an alternative to `ids`. */
      query: z.optional(z.strictObject(userListQuery)),
      /** Id of a finished job of the caller, as an alternative to `ids`. Retries the failed users of that job. */
      failedOf: z.optional(uuid),
      /** Id of the platform to which access is granted or revoked. */
      subsystem: z.optional(z.string().check(z.maxLength(100, 'tooLong'))),
      /** Recorded in the audit log of each user and never emailed. Optional only for `resend-invitation`. */
      reason: z.optional(freeText(500)),
      /** True to return the counts without changing anything. */
      dryRun: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        ({ ids, query, failedOf }) =>
          [ids, query, failedOf].filter((selector) => selector !== undefined).length === 1,
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
    /** Job id; null after a dry run. */
    id: z.nullable(uuid),
    total: z.int(),
    /** Effect that the action would have now. Null unless the call is a dry run. */
    effect: z.nullable(
      z.object({
        changed: z.int(),
        /** Number of users already in the wanted state. */
        unchanged: z.int(),
        refused: z.int(),
        /** Error codes of the refused users. The counts add up to `refused`. */
        reasons: z.array(z.object({ code: z.int(), count: z.int() })),
      }),
    ),
  }),
  status: 202,
  approval: secondPerson('users-deactivate'),
  refusals: { notFound, ...secondPersonErrors },
})

export type BulkFilters = NonNullable<NonNullable<CallInput<typeof startBulk>['body']>['query']>

/** Lists the platforms for the dialog of user admins, who may lack permission to manage companies or platforms. */
export const listBulkPlatforms = endpoint('GET /admin/bulk/platforms', {
  access,
  summary: 'Lists the platforms that a bulk job can grant or remove access to',
  reply: z.array(z.object({ id: z.string(), name: z.string() })),
})

const job = namedObject('BulkJob', {
  id: uuid,
  action: named('BulkAction', z.enum(bulkActions)),
  subsystem: z.nullable(z.object({ id: z.string(), name: z.string() })),
  reason: z.string(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** Users already in the wanted state. Once the job has ended, includes users that it did not process. */
  skipped: z.int(),
  /** `stopped` means that the admin was deactivated or lost the permission. */
  state: z.enum(['running', 'cancelling', 'done', 'cancelled', 'stopped']),
  createdAt: time,
  finishedAt: z.nullable(time),
})

export type BulkJobReply = z.output<typeof job>

export const listBulks = endpoint('GET /admin/bulk', {
  access,
  summary: 'Lists the current admin’s last ten bulk jobs, newest first',
  reply: z.array(job),
})

export const getBulk = endpoint('GET /admin/bulk/{id}', {
  ...ofJob,
  summary: 'Returns one of the current admin’s bulk jobs with its progress',
  reply: job,
})

const resultStates = ['waiting', 'done', 'failed', 'skipped'] as const

const result = z.object({
  id: uuid,
  /** Null if the user does not exist. */
  user: z.nullable(z.object({ firstname: z.string(), lastname: z.string(), email: z.string() })),
  state: z.enum(resultStates),
  /** Error code of a failed user. */
  code: z.nullable(z.int()),
})

export type BulkResult = z.output<typeof result>

export const listBulkResults = endpoint('GET /admin/bulk/{id}/items', {
  ...ofJob,
  summary: 'Lists the results of a bulk job by user',
  query: z.object({
    state: z.optional(named('BulkResultState', z.enum(resultStates))),
    ...pageQuery,
  }),
  reply: z.array(result),
})

export const exportBulkResults = endpoint('GET /admin/bulk/{id}/export', {
  ...ofJob,
  summary: 'Exports the results of a bulk job by user as a CSV file',
  reply: z.unknown(),
  csvColumns: {
    id: '01900000-0000-7000-8000-000000000001',
    firstname: 'Grace',
    lastname: 'Hopper',
    email: 'grace@harbour.example',
    result: 'done',
    errorCode: '',
  },
})

export const cancelBulk = endpoint('POST /admin/bulk/{id}/cancel', {
  ...ofJob,
  stepUp: { none: 'it changes nothing but prevents changes' },
  summary: 'Cancels a bulk job before its next user. Completed changes are kept',
  body: nothing,
  reply: job,
  refusals: {
    notFound,
    /** The job has ended or was cancelled already. */
    changedMeanwhile,
  },
})
