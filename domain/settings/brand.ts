import { configuredLogo, type BrandSettings } from '#contract/brand.ts'
import { imagePath } from '#contract/image.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { senderOf, type Brand } from '#server/brand.ts'
import { config } from '#server/config.ts'
import { applyBrand } from '#server/current-brand.ts'
import { fullNameIn } from '../accounts/full-name.ts'
import { affects, row, rows, sql, type Db } from '#server/db.ts'
import { follow } from '#server/follow.ts'
import { findImage } from './image.ts'

export type PublishedBrand = { version: number; settings: BrandSettings }
/** Published version; `by` is the name of the admin who published it, null for the system. */
type BrandVersion = PublishedBrand & { publishedAt: Date; by: string | null }

/** Polling interval of each process for a new version, short enough to show it within five seconds. */
const pollMs = 2_000
/** Maximum number of versions in the history. */
const maxHistory = 50

/** Returns the current version of the brand. Version 0 is the brand of the environment variables. */
export async function findBrand(db: Db): Promise<PublishedBrand> {
  const latest = await row<PublishedBrand>(db)`
    select version, settings from brands order by version desc limit 1`
  return latest ?? { version: 0, settings: configuredSettings() }
}

export async function findBrandVersion(
  db: Db,
  version: number,
): Promise<BrandSettings | undefined> {
  if (version === 0) return configuredSettings()
  const brand = await row<PublishedBrand>(db)`
    select version, settings from brands where version = ${version}`
  return brand?.settings
}

/** Lists the latest versions with the names of the admins who published them, the newest first. */
export function listBrandVersions(db: Db): Promise<BrandVersion[]> {
  return rows<BrandVersion>(db)`
    select b.version, b.settings, b.published_at, ${fullNameIn(sql`a`)} as by
    from brands b left join admins a on a.id = b.published_by
    order by b.version desc limit ${maxHistory}`
}

/**
 * Publishes the version after `version`. A null `adminId` means the system. Returns false if `version` is no longer the
 * current one. Safe under concurrency.
 */
export function publishBrand(
  db: Db,
  adminId: string | null,
  { version, settings }: PublishedBrand,
): Promise<boolean> {
  return affects(db)`
    insert into brands (version, settings, published_by)
    select ${version + 1}, ${JSON.stringify(settings)}::jsonb, ${adminId}
    where ${version} = (select coalesce(max(version), 0) from brands)
    on conflict (version) do nothing`
}

/** Returns the settings of the environment variables. */
export function configuredSettings(): BrandSettings {
  const { name, color, colorLight, logo, logoDark, arches, texts } = config.brand
  return {
    name,
    color,
    colorLight,
    logo: logo ? configuredLogo : null,
    logoDark: logoDark ? configuredLogo : null,
    arches,
    senderName: senderOf(config.mailFrom).name,
    texts: {
      tagline: texts.tagline ?? emptyTexts(),
      claim: texts.claim ?? emptyTexts(),
      ...(texts.claimSource && { claimSource: texts.claimSource }),
      mailFooter: emptyTexts(),
    },
  }
}

function emptyTexts(): Record<Locale, string> {
  return Object.fromEntries(locales.map((locale) => [locale, ''])) as Record<Locale, string>
}

/** Returns the URL of a logo, or undefined if the settings have none. */
export function logoUrlOf(logo: BrandSettings['logo']): string | undefined {
  if (logo === configuredLogo) return config.brand.logo?.url
  return logo === null ? undefined : imagePath(logo)
}

function logoOf(logo: BrandSettings['logo']): Brand['logo'] {
  if (logo === configuredLogo) return config.brand.logo
  const url = logoUrlOf(logo)
  return url === undefined ? undefined : { url }
}

/** Returns the brand for pages and mails: these settings, completed by the environment variables. */
export function brandOf(settings: BrandSettings, mailLogo?: Buffer): Brand {
  const { name, legalName, texts } = settings
  const hasOwnLegalName = config.brand.legalName !== config.brand.name
  return {
    ...config.brand,
    ...settings,
    legalName: legalName || (hasOwnLegalName ? config.brand.legalName : name),
    senderName: settings.senderName || name,
    supportEmail: settings.supportEmail ?? config.brand.supportEmail,
    logo: logoOf(settings.logo),
    logoDark: logoOf(settings.logoDark ?? settings.logo),
    mailLogo: settings.logo === configuredLogo ? config.brand.mailLogo : mailLogo,
    texts: {
      ...config.brand.texts,
      tagline: textsUnlessEmpty(texts.tagline),
      claim: textsUnlessEmpty(texts.claim),
      claimSource: textsUnlessEmpty(texts.claimSource),
      mailFooter: textsUnlessEmpty(texts.mailFooter),
    },
  }
}

/** Returns undefined if the English text is empty, which means the product's own text. */
function textsUnlessEmpty(textsByLocale: Record<Locale, string> | undefined) {
  return textsByLocale?.en === '' ? undefined : textsByLocale
}

let appliedVersion = 0
let refreshing = Promise.resolve()

/** Applies the current version if this process shows another one. Concurrent calls run one after the other. */
export function refreshBrand(db: Db): Promise<void> {
  const refreshed = refreshing.then(() => refresh(db))
  refreshing = refreshed.catch(() => undefined)
  return refreshed
}

async function refresh(db: Db): Promise<void> {
  const { version, settings } = await findBrand(db)
  if (version === appliedVersion) return
  const { logo } = settings
  const isStored = logo !== null && logo !== configuredLogo
  const mailLogo = isStored ? await findImage(db, logo) : undefined
  await applyBrand(version === 0 ? config.brand : brandOf(settings, mailLogo))
  appliedVersion = version
}

/**
 * Polls for new versions until it is stopped. Polling continues after a failed attempt, for example without a
 * connection.
 */
export function followBrand(db: Db): { stop: () => void } {
  return follow('the brand', pollMs, () => refreshBrand(db))
}
