import { isId } from '#contract/fields.ts'
import type { NetworkPreview, NetworkRule } from '#contract/network-rules.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import * as domain from '#domain/companies/network-preview.ts'
import { findPartner } from '#domain/companies/partner.ts'
import type { Db } from '#server/db.ts'
import { requirePlatforms } from './save.ts'

/** Returns the effect of network rules. Throws 404001 for an unknown company and 400001 for an unknown platform. */
export async function previewNetworkRules(
  db: Db,
  id: string,
  rules: readonly NetworkRule[],
): Promise<NetworkPreview> {
  if (!isId(id) || !(await findPartner(db, id))) throw new Refusal(commonErrors.notFound)
  await requirePlatforms(db, { ipAllowRules: [...rules] })
  return domain.previewNetworkRules(db, id, rules)
}
