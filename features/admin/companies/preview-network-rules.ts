import { isId } from '#contract/fields.ts'
import type { NetworkPreview, NetworkRule } from '#contract/network-rules.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import * as domain from '#domain/network-preview.ts'
import { findPartner } from '#domain/partner.ts'
import type { Db } from '#server/db.ts'
import { requirePlatforms } from './save.ts'

/** Throws 404001, and 400001 for a platform that does not exist. */
export async function previewNetworkRules(
  db: Db,
  id: string,
  rules: readonly NetworkRule[],
): Promise<NetworkPreview> {
  if (!isId(id) || !(await findPartner(db, id))) throw new Refusal(commonErrors.notFound)
  await requirePlatforms(db, { ipAllowRules: [...rules] })
  return domain.previewNetworkRules(db, id, rules)
}
