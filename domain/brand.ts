import { configuredLogo, type BrandSettings } from '#contract/brand.ts'
import { imagePath } from '#contract/image.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { senderOf, type Brand } from '#server/brand.ts'
import { config } from '#server/config.ts'
import { applyBrand } from '#server/current-brand.ts'
import { affects, row, rows, type Db } from '#server/db.ts'
import { follow } from '#server/follow.ts'
import { findImage } from './image.ts'

export type PublishedBrand = { version: number; settings: BrandSettings }
type BrandVersion = PublishedBrand & { publishedAt: Date; by: string | null }

/** How often each process looks for a new version: it shows it within five seconds. */
const pollMs = 2_000
/** Versions that the history shows. */
const maxHistory = 50

/** The version that applies: 0 for the variables. */
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
  const found = await row<PublishedBrand>(db)`
    select version, settings from brands where version = ${version}`
  return found?.settings
}

/** The latest versions with the names of those who published them, the newest first. */
export function listBrandVersions(db: Db): Promise<BrandVersion[]> {
  return rows<BrandVersion>(db)`
    select b.version, b.settings, b.published_at, a.firstname || ' ' || a.lastname as by
    from brands b left join admins a on a.id = b.published_by
    order by b.version desc limit ${maxHistory}`
}

/** Publishes the next version; without an admin, of the system. False if another one has been published after `version`. */
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

/** What the variables say. */
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
      mailFooter: emptyTexts(),
    },
  }
}

function emptyTexts(): Record<Locale, string> {
  return Object.fromEntries(locales.map((locale) => [locale, ''])) as Record<Locale, string>
}

/** The URL of a logo of the settings. */
export function logoUrlOf(logo: BrandSettings['logo']): string | undefined {
  if (logo === configuredLogo) return config.brand.logo?.url
  return logo === null ? undefined : imagePath(logo)
}

/** The brand of these settings, as pages and mails show it. What they do not hold comes from the variables. */
export function brandOf(settings: BrandSettings, mailLogo?: Buffer): Brand {
  const { name, texts } = settings
  const { logo: configured } = config.brand
  const asLogo = (logo: BrandSettings['logo']) => {
    const url = logoUrlOf(logo)
    return logo === configuredLogo ? configured : url === undefined ? undefined : { url }
  }
  const isRenamed = config.brand.legalName === config.brand.name
  return {
    ...config.brand,
    ...settings,
    legalName: isRenamed ? name : config.brand.legalName,
    senderName: settings.senderName || name,
    logo: asLogo(settings.logo),
    logoDark: asLogo(settings.logoDark ?? settings.logo),
    mailLogo: settings.logo === configuredLogo ? config.brand.mailLogo : mailLogo,
    texts: {
      ...config.brand.texts,
      tagline: written(texts.tagline),
      claim: written(texts.claim),
      mailFooter: written(texts.mailFooter),
    },
  }
}

/** Undefined for a text that is left to the product. */
function written(given: Record<Locale, string>) {
  return given.en === '' ? undefined : given
}

let applied = 0
let refreshing = Promise.resolve()

/** Shows the version that applies, if this process shows another one: one after the other. */
export function refreshBrand(db: Db): Promise<void> {
  const refreshed = refreshing.then(() => refresh(db))
  refreshing = refreshed.catch(() => undefined)
  return refreshed
}

async function refresh(db: Db): Promise<void> {
  const { version, settings } = await findBrand(db)
  if (version === applied) return
  const { logo } = settings
  const isStored = logo !== null && logo !== configuredLogo
  const mailLogo = isStored ? await findImage(db, logo) : undefined
  await applyBrand(version === 0 ? config.brand : brandOf(settings, mailLogo))
  applied = version
}

/** Looks for new versions until it is stopped. A look that fails, as without a connection, is followed by another. */
export function followBrand(db: Db): { stop: () => void } {
  return follow('the brand', pollMs, () => refreshBrand(db))
}
