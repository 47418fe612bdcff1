import { useEffect, useState } from 'react'
import { getMe, type Me } from '#contract/me.ts'
import { all, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { Loading } from '#web/loading.tsx'
import { useWords } from '#web/locale.ts'
import { LinkCheckFailed, useMailedLink } from '#web/mailed-link.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Done } from './done.tsx'
import { FirstStep, type Passed } from './first-step.tsx'
import { words } from './messages.ts'
import { SecondStep, type Confirmed } from './second-step.tsx'

type Props = {
  /** Of the mailed link that led here. */
  token: string | undefined
  loginUrl: string
  /** As soon as the server has logged her in; her recovery codes are still to be shown. */
  onLoggedIn: () => void
  onDone: (user: Me | undefined) => void
}

/** By a mailed link, or by the session of somebody who is logged in. */
export function ResetTwoFactorPage(props: Props) {
  return props.token === undefined ? <BySession {...props} /> : <ByLink {...props} />
}

function ByLink(props: Props) {
  const [link, retry] = useMailedLink(props.token, 'reset-mfa')
  const [isOver, setOver] = useState(false)
  if (link === 'checking') return <Checking />
  if (link === 'invalid' || isOver) return <Invalid loginUrl={props.loginUrl} />
  if (link instanceof Error) return <CheckFailed error={link} onRetry={retry} />
  const { email, passwordProves = false } = link
  return <Steps {...props} account={{ email, passwordProves }} onOver={() => setOver(true)} />
}

function BySession(props: Props) {
  const [me, retry] = useSession()
  const [isOver, setOver] = useState(false)
  if (me === 'checking') return <Checking />
  if (me === 'nobody' || isOver) return <NotLoggedIn loginUrl={props.loginUrl} />
  if (me instanceof Error) return <CheckFailed error={me} onRetry={retry} />
  const account = { email: me.email, passwordProves: false }
  return <Steps {...props} account={account} onOver={() => setOver(true)} />
}

type StepsProps = Props & {
  account: { email: string; passwordProves: boolean }
  onOver: () => void
}

/** The key comes with the first step, and goes with the second. */
function Steps({ token, account, onLoggedIn, onDone, onOver }: StepsProps) {
  const [passed, setPassed] = useState<Passed | 'expired'>()
  const [confirmed, setConfirmed] = useState<Confirmed>()

  function onRefused(code: number): boolean {
    if (code === all.loginExpired) setPassed('expired')
    else if (code === all.invalidLink || code === all.notLoggedIn) onOver()
    else return false
    return true
  }

  if (confirmed) {
    const email = confirmed.user?.email ?? account.email
    const { recoveryCodes, user } = confirmed
    return <Done codes={recoveryCodes} email={email} onSaved={() => onDone(user)} />
  }
  if (passed === undefined || passed === 'expired') {
    const isExpired = passed === 'expired'
    const about = { token, ...account, isExpired, onRefused }
    return <FirstStep {...about} onPassed={setPassed} />
  }
  return (
    <SecondStep
      token={token}
      passed={passed}
      onRefused={onRefused}
      onDone={(reply) => {
        if (reply.user) onLoggedIn()
        setConfirmed(reply)
      }}
    />
  )
}

type Found = Me | 'checking' | 'nobody' | Error

function useSession(): [found: Found, retry: () => void] {
  const [found, setFound] = useState<Found>('checking')

  function ask(): Promise<void> {
    return call(getMe, {}).then(setFound, (error: unknown) => {
      const isNobody = error instanceof Refusal && error.code === all.notLoggedIn
      setFound(isNobody ? 'nobody' : new Error('unknown', { cause: error }))
    })
  }

  useEffect(() => {
    void ask()
  }, [])

  function retry(): void {
    setFound('checking')
    void ask()
  }

  return [found, retry]
}

function Checking() {
  const say = useWords(words)
  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      <Loading />
    </>
  )
}

function CheckFailed(props: { error: Error; onRetry: () => void }) {
  const say = useWords(words)
  return (
    <>
      <PageTitle>{say.title}</PageTitle>
      <LinkCheckFailed {...props} />
    </>
  )
}

function Invalid({ loginUrl }: { loginUrl: string }) {
  const say = useWords(words)
  return <Ended title={say.invalidTitle} text={say.invalidText} loginUrl={loginUrl} />
}

function NotLoggedIn({ loginUrl }: { loginUrl: string }) {
  const say = useWords(words)
  return <Ended title={say.notLoggedInTitle} text={say.notLoggedInText} loginUrl={loginUrl} />
}

function Ended({ title, text, loginUrl }: { title: string; text: string; loginUrl: string }) {
  const say = useWords(words)
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p>{text}</p>
      <a className="primary-button" href={loginUrl}>
        {say.logIn}
      </a>
    </>
  )
}
