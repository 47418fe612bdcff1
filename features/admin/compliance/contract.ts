import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

const access = { adminWithAnyOf: ['view_admin_audit_log'] } as const

export const states = ['met', 'exception', 'not-met', 'not-applicable'] as const

const weakSetting = z.object({
  /** As it is set, such as `LOGIN_UNIFORM=off`. */
  setting: z.string(),
  /** A value that meets the clause, such as `on`. */
  wanted: z.string(),
  /** Values that meet it, too, where there are few. */
  others: z.array(z.string()),
  /** What else meets it: a smaller number, a larger one, one of `others`, or any value. */
  range: z.enum(['orLess', 'orMore', 'oneOf', 'any']),
})

const finding = z.object({
  what: z.string(),
  count: z.int(),
  /** The platforms that are counted, 50 at most, by name. */
  platforms: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
})

const requirement = z.object({
  /** Name of the requirement, such as `pci-8.2.8`. */
  rule: z.string(),
  /** Standard and number, such as `PCI DSS 8.2.8`. */
  clause: z.string(),
  /** How the clause applies here is known from what others write about it. */
  secondHand: z.boolean(),
  /** The running profile; `standard` enforces none of the rows. */
  profile: z.string(),
  state: z.enum(states),
  /** The variables that it needs, as they are set. */
  value: z.string(),
  /** Those of them that are too weak. */
  weak: z.array(weakSetting),
  /** What was counted; any number above 0 is against the clause. */
  found: z.array(finding),
  /** Reason of the exception that the operator has named; otherwise empty. */
  reason: z.string(),
  /** Query of the audit log that shows the entries about it. */
  evidence: z.object({ auditQuery: z.string() }),
})

export type MeasuredRequirement = z.output<typeof requirement>

export const listRequirements = endpoint('GET /admin/compliance', {
  access,
  summary:
    'Each requirement of the security profile, measured now in the configuration and the database; of every profile where the profile is `standard`',
  reply: z.array(requirement),
})

export const exportRequirements = endpoint('GET /admin/compliance/export', {
  access,
  summary: 'The requirements with their measurements as a CSV file',
  reply: z.unknown(),
  csvExample:
    '"clause","state","value","found","reason","secondHand","profile","rule","auditQuery"\r\n"NIST SP 800-63B-4 §3.1.1.2","met","12","","","false","standard","passwordLength","action=password_changed"\r\n',
})
