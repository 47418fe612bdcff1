import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { formatDevice } from '#contract/device.ts'
import { hourOf } from '#contract/relative-time.ts'
import { formatRecentAfterLabel } from '#contract/sentence-time.ts'
import { useHydrated } from '#web/hydrated.ts'
import { lazyPart } from '#web/lazy.tsx'
import { LinkTo, useMayOpen } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { settings } from '#web/settings.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { TimeZoneOffer } from '../../features/account/profile/time-zone-panel.tsx'
import { lazyPage } from './area.tsx'
import { protectionsOf } from './account-steps.ts'
import * as links from '#contract/links.ts'
import { homeMessages as messages, securityMessages } from './texts/messages.ts'
import styles from './home.module.css'
import { Icon } from './icons.tsx'
import { overviewQuery } from './overview.ts'
import { Platforms } from './platforms.tsx'
import { nextTexts, rowIds } from './protection-strip.tsx'

const SandboxPanel = lazyPage(
  () => import('../../features/platforms/sandbox/panel.tsx'),
  'SandboxPanel',
)

const CompanyToDo = lazyPart(
  async () => (await import('../../features/company/overview/to-do-panel.tsx')).CompanyToDo,
  '/parts/company-to-do',
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
      <ToDo />
      <Platforms overview={overview} isLarge />
      <Steps />
      <TimeZoneOffer />
      {sandbox}
    </Page>
  )
}

/** Work that waits for an administrator of a company; loaded only for them. */
function ToDo() {
  const mayOpen = useMayOpen(links.companyOverview)
  if (!useHydrated() || !mayOpen) return null
  return (
    <Suspense>
      <CompanyToDo />
    </Suspense>
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

/** The open protections of the account, then the names of the others; hidden when all are done. */
function Steps() {
  const [t, words] = [useMessages(messages), useMessages(securityMessages)]
  const steps = protectionsOf(useMe(), false)
  const [done, open] = [true, false].map((isDone) =>
    steps.filter((step) => step.isDone === isDone),
  ) as [typeof steps, typeof steps]
  if (open.length === 0) return null
  return (
    <section className={`card stack-3 ${styles.steps}`} aria-labelledby="steps">
      <header className="wrap-2 between">
        <h2 id="steps">{t.stepsTitle}</h2>
        <p className="soft">{words.done({ done: done.length, count: steps.length })}</p>
      </header>
      <ul className="bare">
        {open.map(({ name }) => (
          <li key={name} className="covers">
            <span className={styles.mark} />
            <span>
              <LinkTo to={links.partOf(links.security(), rowIds[name])}>
                {words[nextTexts[name]]}
              </LinkTo>
              {name === 'passkey' && <span className={styles.tag}>{words.recommended}</span>}
              <span className="second-line">{t[`${name}Text`]}</span>
            </span>
            <Icon name="next" />
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <p className={styles.done}>
          <LineIcon path="M3.5 8.5l3 3 6-7" box={16} />
          {t.isDone({ names: done.map(({ name }) => t[name]) })}
        </p>
      )}
    </section>
  )
}
