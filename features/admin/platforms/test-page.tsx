import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fill } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { connectMessages } from './connect-messages.ts'
import styles from './connect.module.css'
import { finishTestLogin, testChannel, type TestResult } from './test-login-contract.ts'

/** As the provider has sent the browser here. */
export type TestAnswer = {
  platform: string
  state: string
  code: string
  error: string
  description: string
}

/** The window of a test login: takes the answer once, and shows the claims that came back. */
export function TestLoginPage({ answer }: { answer: TestAnswer }) {
  const t = useMessages(connectMessages)
  const { platform, state, code, error, description } = answer
  const { mutate, ...finishing } = useMutation({
    mutationFn: () =>
      call(finishTestLogin, {
        params: { id: platform },
        body: { state, ...(code === '' ? { error, description } : { code }) },
      }),
    onSuccess: () => {
      const channel = new BroadcastChannel(testChannel)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
      channel.postMessage(platform)
      channel.close()
    },
  })
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate()
  }, [mutate])
  return (
    <Page>
      <PageTitle>{t.windowTitle}</PageTitle>
      {finishing.isPending && <Loading text={t.windowRunning} />}
      {finishing.error && <Ended error={finishing.error} />}
      {finishing.data && <Result result={finishing.data} />}
      {!finishing.isPending && (
        <div className="button-row">
          <Button onClick={() => window.close()}>{t.close}</Button>
        </div>
      )}
    </Page>
  )
}

function Ended({ error }: { error: Error }) {
  const t = useMessages(connectMessages)
  const isOver = error instanceof Refusal && error.code === finishTestLogin.refusals.invalidLink
  if (isOver) return <Notice kind="warning">{t.windowExpired}</Notice>
  return <Failure text={t.windowBroken} error={error} />
}

function Result({ result }: { result: TestResult }) {
  const t = useMessages(connectMessages)
  const columns: Column<Claim>[] = [
    { title: t.claim, cell: ({ name }) => <code dir="ltr">{name}</code> },
    { title: t.idToken, cell: ({ idToken }) => <Value of={idToken} /> },
    { title: t.userInfo, cell: ({ userInfo }) => <Value of={userInfo} /> },
  ]
  if (!result.isPassed) return <NotPassed result={result} />
  return (
    <>
      <Notice kind="success" title={t.windowPassed}>
        {t.windowPassedText}
      </Notice>
      <Table
        caption={t.claims}
        columns={columns}
        rows={result.claims.map((claim) => ({ ...claim, id: claim.name }))}
      />
      <p className="soft">{fill(t.grantedScopes, { scopes: result.scope })}</p>
    </>
  )
}

type Claim = TestResult['claims'][number] & { id: string }

function Value({ of }: { of: string | null }) {
  if (of === null) return <span className="soft">–</span>
  return (
    <code className={styles.value} dir="ltr">
      {of}
    </code>
  )
}

function NotPassed({ result: { error, description } }: { result: TestResult }) {
  const t = useMessages(connectMessages)
  const words: Readonly<Record<string, unknown>> = t
  const reason = error === 'access_denied' ? words[`denied_${description}`] : undefined
  return (
    <Notice kind="warning" title={t.windowFailed}>
      {typeof reason === 'string' ? (
        reason
      ) : (
        <>
          {fill(t.error, { error })} <bdi dir="ltr">{description}</bdi>
        </>
      )}
    </Notice>
  )
}
