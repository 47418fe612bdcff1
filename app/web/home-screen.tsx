import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Link } from '#contract/links.ts'
import { formatDevice } from '#contract/device.ts'
import { hourOf } from '#contract/relative-time.ts'
import { formatRecentAfterLabel } from '#contract/sentence-time.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { lazyPage } from './area.tsx'
import { setUpSteps, type SetUpStep } from './account-steps.ts'
import * as links from '#contract/links.ts'
import { homeMessages as messages } from './texts/messages.ts'
import styles from './home.module.css'
import { Icon } from './icons.tsx'
import { overviewQuery } from './overview.ts'
import { Platforms } from './platforms.tsx'

const SandboxPanel = lazyPage(
  () => import('../../features/platforms/sandbox/panel.tsx'),
  'SandboxPanel',
)

/** The header while the user's data has not loaded: without the name. */
export function HomeHeader() {
  const t = useMessages(messages)
  return <PageHeader name={t.title} title={t.welcome} intro={t.intro} />
}

export function HomeScreen() {
  return <Home sandbox={settings().sandboxSsoUrl !== '' && <SandboxPanel />} />
}

/** The page; `sandbox` loads in the browser only, so the server renders the page without it. */
export function Home({ sandbox }: { sandbox?: ReactNode }) {
  const { data: overview } = useQuery(overviewQuery)
  return (
    <Page>
      <Greeting />
      <Platforms overview={overview} isLarge />
      <Steps />
      {sandbox}
    </Page>
  )
}

function Greeting() {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { firstname, partner, timezone } = useMe()
  const { data: overview } = useQuery(overviewQuery)
  const lastLogin = overview?.lastLogin
  return (
    <PageHeader
      name={t.title}
      title={t[partOfDay(hourOf(timezone))]({ name: firstname })}
      intro={
        <span className={styles.facts}>
          <bdi>{partner?.name}</bdi>
          {lastLogin && (
            <span className={styles.last}>
              {t.lastLogin({
                time: formatRecentAfterLabel(lastLogin.timestamp, locale, timezone),
                device: formatDevice(lastLogin.browser, locale),
              })}{' '}
              <LinkTo to={links.partOf(links.security(), 'activity')}>{t.notYou}</LinkTo>
            </span>
          )}
          {lastLogin === null && <span className={styles.last}>{t.firstLogin}</span>}
        </span>
      }
    />
  )
}

function partOfDay(hour: number) {
  if (hour < 5 || hour >= 18) return 'evening'
  return hour < 12 ? 'morning' : 'afternoon'
}

const stepLinks: Record<SetUpStep, Link> = {
  passkey: links.partOf(links.security(), 'passkeys'),
  codes: links.partOf(links.security(), 'recovery-codes'),
  timeZone: links.partOf(links.profile(), 'preferences'),
  phone: links.partOf(links.profile(), 'contact'),
}

/** Steps of the setup; hidden when all are done. */
function Steps() {
  const t = useMessages(messages)
  const steps = setUpSteps(useMe())
  const doneCount = steps.filter(({ isDone }) => isDone).length
  if (doneCount === steps.length) return null
  return (
    <section className={`card stack-3 ${styles.steps}`} aria-labelledby="steps">
      <header className="wrap-2 between">
        <h2 id="steps">{t.stepsTitle}</h2>
        <p className="soft">{t.stepsDone({ done: doneCount, count: steps.length })}</p>
      </header>
      <ul className="bare">
        {steps.map(({ name, isDone }) => (
          <li key={name} className="covers" data-done={isDone}>
            <span className={styles.mark}>
              {isDone && <LineIcon path="M3.5 8.5l3 3 6-7" box={16} />}
            </span>
            <span>
              {isDone ? t[name] : <LinkTo to={stepLinks[name]}>{t[name]}</LinkTo>}
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
