import * as z from 'zod/mini'
import { brandSettings } from '#contract/brand.ts'
import type {
  ConfigurationSection,
  ItemChange,
  MakeChange,
} from '#domain/settings/configuration-section.ts'
import { findBrand } from '#domain/settings/brand.ts'
import { transaction, type Db } from '#server/db.ts'
import { messages } from './texts/messages.ts'
import { publish, requireImages } from './publish.ts'

const { texts } = brandSettings.shape

/** The brand in a configuration file, which refers to images by hash. They are uploaded in the brand studio. */
export const brandSection: ConfigurationSection = {
  name: 'brand',
  keys: [],
  schema: z.object({
    ...z.partial(z.object(brandSettings.shape)).shape,
    texts: z.optional(z.partial(texts)),
  }),
  fallback: {},
  complete: brandSettings,
  texts: messages,
  list: async (db) => [{ ...(await findBrand(db)).settings }],
  takesTwo: () => false,
  prepare,
}

async function prepare(db: Db, { item }: ItemChange): Promise<MakeChange> {
  const settings = brandSettings.parse(item)
  await transaction(db, (tx) => requireImages(tx, settings))
  const { version } = await findBrand(db)
  return async (tx, actor) => {
    await publish(tx, actor, { version, settings })
  }
}
