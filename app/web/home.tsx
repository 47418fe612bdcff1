import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { formatDevice } from '#contract/device.ts'
import { fill } from '#contract/locale.ts'
import { formatRecent, hourOf } from '#contract/relative-time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { setUpSteps, type SetUpStep } from './account-steps.ts'
import { paths } from './addresses.ts'
import { messages } from './home-messages.ts'
import styles from './home.module.css'
import { Icon } from './icons.tsx'
import type { MenuLinkProps } from './navigation.tsx'
import { overviewQuery } from './overview.ts'
import { Platforms } from './platforms.tsx'

/** Link to another page of the area; on the server a plain link. */
type PageLink = ComponentType<Pick<MenuLinkProps, 'to' | 'children'>>
type Props = { link: PageLink; sandbox?: ReactNode }

/** Header without the user's name, for a document without data. */
export function HomeHeader() {
  const t = useMessages(messages)
  return <PageHeader name={t.title} title={t.welcome} intro={t.intro} />
}

export function Home({ link, sandbox }: Props) {
  const { data: overview } = useQuery(overviewQuery)
  return (
    <Page>
      <Greeting link={link} />
      <Platforms overview={overview} isLarge />
      <Steps link={link} />
      {sandbox}
    </Page>
  )
}

function Greeting({ link: PageLink }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { firstname, partner, timezone } = useMe()
  const { data: overview } = useQuery(overviewQuery)
  const last = overview?.lastLogin
  const hour = hourOf(timezone)
  const part =
    hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
  return (
    <PageHeader
      name={t.title}
      title={fill(t[part], { name: firstname })}
      intro={
        <span className={styles.facts}>
          <bdi>{partner?.name}</bdi>
          {last && (
            <span className={styles.last}>
              {fill(t.lastLogin, {
                time: formatRecent(last.timestamp, locale, timezone),
                device: formatDevice(last.browser, locale),
              })}{' '}
              <PageLink to={`${paths.security}#activity`}>{t.notYou}</PageLink>
            </span>
          )}
          {last === null && <span className={styles.last}>{t.firstLogin}</span>}
        </span>
      }
    />
  )
}

const places: Record<SetUpStep, string> = {
  passkey: `${paths.security}#passkeys`,
  codes: `${paths.security}#recovery-codes`,
  timeZone: `${paths.profile}#preferences`,
  phone: `${paths.profile}#contact`,
}

/** Checklist of what is left to set up; nothing if all is done. */
function Steps({ link: PageLink }: Props) {
  const t = useMessages(messages)
  const steps = setUpSteps(useMe())
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <section className={`card ${styles.steps}`} aria-labelledby="steps">
      <header>
        <h2 id="steps">{t.stepsTitle}</h2>
        <p className="soft">{fill(t.stepsDone, { done, count: steps.length })}</p>
      </header>
      <ul>
        {steps.map(({ name, isDone }) => (
          <li key={name} data-done={isDone}>
            <span className={styles.mark}>
              {isDone && <LineIcon path="M3.5 8.5l3 3 6-7" box={16} />}
            </span>
            <span>
              {isDone ? t[name] : <PageLink to={places[name]}>{t[name]}</PageLink>}
              {isDone ? (
                <span className="visually-hidden"> {t.isDone}</span>
              ) : (
                <span className="second-line">{t[`${name}Text`]}</span>
              )}
            </span>
            {!isDone && <Icon name="next" />}
          </li>
        ))}
      </ul>
    </section>
  )
}
