import { apply, newApplier, newCompanyFile, plan } from '../configuration-calls.ts'
import type { AuditCase } from './audit-cases.ts'

/** The audit cases of service accounts that plan and apply configuration files. */
export const actions: Record<string, AuditCase> = {
  'POST /admin/configuration/plan': {
    leaves: 'configuration_planned',
    by: 'service',
    call: async () => plan(await newApplier(), newCompanyFile()),
  },
  'POST /admin/configuration': {
    leaves: 'configuration_applied',
    by: 'service',
    call: async () => apply(await newApplier(), newCompanyFile()),
  },
}
