import type { Reply } from '#contract/endpoint.ts'
import type { Me } from '#contract/me.ts'
import { formatAgo } from '#contract/relative-time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { PlatformMark } from '#web/parts/platform-mark.tsx'
import type { findOverview } from '../../features/account/home/contract.ts'
import { homeMessages, platformMessages as messages } from './texts/messages.ts'
import styles from './platforms.module.css'

type Platform = Me['subsystems'][number]
type Overview = Reply<typeof findOverview>
type Props = {
  /** Descriptions of the platforms, and when each was last opened. */
  overview?: Overview | undefined
  isLarge?: boolean
}

/** Lists the user's platforms, each as a link or with the reason it is closed. */
export function PlatformList({ overview, isLarge = false }: Props) {
  const t = useMessages(messages)
  const { subsystems } = useMe()
  if (subsystems.length === 0) return <p className="soft">{t.noPlatforms}</p>
  return (
    <ul className={styles.list} data-large={isLarge || undefined}>
      {subsystems.map((platform) => (
        <li key={platform.id}>
          <PlatformCard
            platform={platform}
            isLarge={isLarge}
            details={overview?.platforms.find(({ id }) => id === platform.id)}
          />
        </li>
      ))}
    </ul>
  )
}

export function Platforms(props: Props) {
  const t = useMessages(messages)
  return (
    <section className="stack-3" aria-labelledby="platforms">
      <h2 id="platforms">{t.platforms}</h2>
      <PlatformList {...props} />
    </section>
  )
}

type CardProps = {
  platform: Platform
  details: Overview['platforms'][number] | undefined
  isLarge: boolean
}

function PlatformCard({ platform, details, isLarge }: CardProps) {
  const t = useMessages(messages)
  const isOpen = platform.state === 'active' && isWebAddress(platform.url)
  const content = (
    <>
      <PlatformMark name={platform.name} logo={platform.logo} {...(isLarge && { size: 'large' })} />
      <span className={styles.text}>
        <span className={styles.name}>
          <bdi>{platform.name}</bdi>
        </span>
        {details && details.description !== '' && (
          <span>
            <bdi>{details.description}</bdi>
          </span>
        )}
        {isOpen ? (
          details?.openedAt && <LastOpened at={details.openedAt} />
        ) : (
          <span className="hint">{t[platform.state]}</span>
        )}
      </span>
    </>
  )
  if (!isOpen) return <div className={styles.card}>{content}</div>
  return (
    <a className={styles.card} href={platform.url}>
      {content}
      <span className={styles.open}>
        {t.opensPlatform}
        <LineIcon
          className="icon icon-mirrored"
          path="M4 10h11m-4.5-4.500L15 10l-4.5 4.5"
          size={18}
          strokeWidth={1.7}
        />
      </span>
    </a>
  )
}

function LastOpened({ at }: { at: string }) {
  const t = useMessages(homeMessages)
  const { locale } = useLocale()
  const { timezone } = useMe()
  return <span className="hint">{t.opened({ ago: formatAgo(at, locale, timezone) })}</span>
}

/** Returns false for URLs such as `javascript:`, even if they come from the server. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}
