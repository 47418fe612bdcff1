import type { Me } from '#contract/me.ts'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { messages } from './platform-messages.ts'
import styles from './platforms.module.css'

type Platform = Me['subsystems'][number]

/** Lists the user's platforms, each as a link or with the reason why it is closed. */
export function PlatformList() {
  const t = useMessages(messages)
  const { subsystems } = useMe()
  if (subsystems.length === 0) return <p className={styles.none}>{t.noPlatforms}</p>
  return (
    <ul className={styles.list}>
      {subsystems.map((platform) => (
        <li key={platform.id}>
          <PlatformCard platform={platform} />
        </li>
      ))}
    </ul>
  )
}

export function Platforms() {
  const t = useMessages(messages)
  return (
    <section className={styles.section} aria-labelledby="platforms">
      <h2 id="platforms">{t.platforms}</h2>
      <PlatformList />
    </section>
  )
}

function PlatformCard({ platform }: { platform: Platform }) {
  const t = useMessages(messages)
  const isOpen = platform.state === 'active' && isWebAddress(platform.url)
  const content = (
    <>
      <span className={styles.letter} aria-hidden="true">
        {[...platform.name][0]}
      </span>
      <span className={styles.text}>
        <span className={styles.name}>
          <bdi>{platform.name}</bdi>
        </span>
        <span className={styles.state}>{t[platform.state]}</span>
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
          line={1.7}
        />
      </span>
    </a>
  )
}

/** Refuses URLs such as `javascript:`, even from the server. */
function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}
