import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { adminSection } from '../../features/admin/admins/apply.ts'
import { apiSection } from '../../features/admin/apis/apply.ts'
import { brandSection } from '../../features/admin/brand/apply.ts'
import { companySection } from '../../features/admin/companies/apply.ts'
import { platformSection } from '../../features/admin/platforms/apply.ts'
import { serviceAccountSection } from '../../features/admin/service-accounts/apply.ts'
import { webhookSection } from '../../features/admin/webhooks/apply.ts'

/** Sections of a configuration file, in the order in which they are applied. */
export const configurationSections: readonly ConfigurationSection[] = [
  // Before the platforms, which refer to APIs.
  apiSection,
  platformSection,
  companySection,
  adminSection,
  serviceAccountSection,
  webhookSection,
  brandSection,
]
