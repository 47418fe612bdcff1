import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

const access = { adminWithAnyOf: ['view_admin_audit_log'] } as const

/** States of a requirement; `exception` is unmet, but the operator has configured an exception. */
export const states = ['met', 'exception', 'not-met', 'not-applicable'] as const

const weakSetting = z.object({
  /** Current setting, such as `LOGIN_UNIFORM=off`. */
  setting: z.string(),
  /** A value that meets the clause, such as `on`. */
  wanted: z.string(),
  /** Other values that meet the clause, if there are only a few. */
  others: z.array(z.string()),
  /** Other values that meet the clause: smaller numbers, larger ones, one of `others`, or any value. */
  range: z.enum(['orLess', 'orMore', 'oneOf', 'any']),
})

const finding = z.object({
  /** Name of the violation, such as `sharedEmails`. */
  what: z.string(),
  count: z.int(),
  /** Platforms that are counted, by name; at most 50. */
  platforms: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
})

const requirement = z.object({
  /** Name of the requirement, such as `pci-8.2.8`. */
  rule: z.string(),
  /** Standard and number, such as `PCI DSS 8.2.8`. */
  clause: z.string(),
  /** True if the interpretation of the clause is based on secondary sources. */
  secondHand: z.boolean(),
  /** Active security profile; `standard` enforces none of the requirements. */
  profile: z.string(),
  state: z.enum(states),
  /** Variables that the requirement depends on, with their current values: `NAME=value`, separated by spaces. */
  value: z.string(),
  /** Settings that are too weak for the clause. */
  weak: z.array(weakSetting),
  /** Counts of violations; any count above 0 violates the clause. */
  found: z.array(finding),
  /** Reason for the exception that the operator has configured; otherwise empty. */
  reason: z.string(),
  /** Query of the audit log for the related entries. */
  evidence: z.object({ auditQuery: z.string() }),
})

export type MeasuredRequirement = z.output<typeof requirement>

export const listRequirements = endpoint('GET /admin/compliance', {
  access,
  summary:
    'Checks each requirement of the security profile against the configuration and the database. With the `standard` profile, checks the requirements of all profiles',
  reply: z.array(requirement),
})

export const exportRequirements = endpoint('GET /admin/compliance/export', {
  access,
  summary: 'Exports the requirements and their findings as a CSV file',
  reply: z.unknown(),
  csvColumns: {
    clause: 'PCI DSS 8.2.8',
    state: 'met',
    value: 'SESSION_IDLE_MINUTES=15 ADMIN_SESSION_IDLE_MINUTES=15',
    found: '',
    reason: '',
    secondHand: 'false',
    profile: 'pci',
    rule: 'pci-8.2.8',
    auditQuery: 'action=session_ended&action=logged_out',
  },
})
