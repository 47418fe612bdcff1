import { home } from '#contract/links.ts'
import type { Me } from '#contract/me.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { PlatformMark } from '#web/parts/platform-mark.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { rich } from '#web/ui/rich.ts'
import { joinedMessages } from './texts/messages.ts'
import styles from './joined-page.module.css'

type Props = Pick<Me, 'firstname'> & {
  /** The platforms that the user can open. The first one is the main action. */
  platforms: Me['subsystems']
}

/** The last page of sign-up, with the platforms that the user can open. */
export function JoinedPage({ firstname, platforms }: Props) {
  const t = useMessages(joinedMessages)
  const [first, ...others] = platforms
  return (
    <>
      <LineIcon className={styles.tick} path="M7 13.5l4 4 8-9" box={24} size={56} />
      <PageTitle key="joined" name={t.title}>
        {firstname === '' ? t.title : rich(t.titleName, { name: <bdi>{firstname}</bdi> })}
      </PageTitle>
      <p>{first ? t.text : t.textWithout}</p>
      {first && (
        <ButtonLink href={first.url} className={styles.first}>
          <PlatformMark name={first.name} logo={first.logo} size="small" />
          <span>{rich(t.open, { platform: <bdi>{first.name}</bdi> })}</span>
        </ButtonLink>
      )}
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map(({ id, name, url, logo }) => (
            <li key={id}>
              <a href={url} className="line-3">
                <PlatformMark name={name} logo={logo} />
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      <ButtonTo to={home()} kind={first ? 'quiet' : 'primary'}>
        {t.toAccount}
      </ButtonTo>
    </>
  )
}
