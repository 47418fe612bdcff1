import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { ClaimsTable } from './claims-table.tsx'
import { connectMessages, summaryMessages } from './texts/messages.ts'
import { beginTestLogin, finishTestLogin, testChannel, type TestResult } from './test-contract.ts'

/** The window of a test login: first redirects to the login, then redeems the response once and shows the claims. */
export function TestLoginPage() {
  const { history } = useRouter()
  const { search } = usePageSearch(adminLinks.testLogin)
  // The provider's authorization response, or only the platform before the test; kept when the URL is replaced.
  const [{ platform = '', state = '', ...answer }] = useState(search)
  useEffect(() => {
    // The single-use code must not remain in the browser history.
    if (state !== '') history.replace(adminLinks.testLogin.path)
  }, [history, state])
  return state === '' ? <Begin platform={platform} /> : <Finish {...{ platform, state, answer }} />
}

/** Starts the test if a page of this origin opened the window; after a link from elsewhere, waits for a click. */
function Begin({ platform }: { platform: string }) {
  const [t, words] = [useMessages(connectMessages), useMessages(summaryMessages)]
  const { mutate, isIdle, isError, error } = useMutation({
    mutationFn: () => call(beginTestLogin, { params: { id: platform }, body: {} }),
    onSuccess: ({ url }) => location.replace(url),
  })
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current || !isFromHere()) return
    isBegun.current = true
    mutate()
  }, [mutate])
  return (
    <Page>
      <PageTitle>{t.windowTitle}</PageTitle>
      {isError && <Failure text={t.testFailed} error={error} />}
      {isError || (isIdle && !isFromHere()) ? (
        <div className="button-row">
          <Button onClick={() => mutate()}>{t.testStart}</Button>
        </div>
      ) : (
        <Loading text={words.windowStarting} />
      )}
    </Page>
  )
}

function isFromHere(): boolean {
  return document.referrer.startsWith(`${location.origin}/`)
}

type FinishProps = {
  platform: string
  state: string
  answer: Partial<Record<'code' | 'error' | 'error_description', string | undefined>>
}

function Finish({ platform, state, answer }: FinishProps) {
  const t = useMessages(connectMessages)
  const { code, error = '', error_description: description = '' } = answer
  const { mutate, ...finishing } = useMutation({
    mutationFn: () =>
      call(finishTestLogin, {
        params: { id: platform },
        body: { state, ...(code ? { code } : { error, description }) },
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
  const isExpired = error instanceof Refusal && error.code === finishTestLogin.refusals.invalidLink
  if (isExpired) return <Notice kind="warning">{t.windowExpired}</Notice>
  return <Failure text={t.windowBroken} error={error} />
}

function Result({ result }: { result: TestResult }) {
  const t = useMessages(connectMessages)
  if (!result.isPassed) return <NotPassed result={result} />
  return (
    <>
      <Notice kind="success" title={t.windowPassed}>
        {t.windowPassedText}
      </Notice>
      <ClaimsTable claims={result.claims} scope={result.scope} />
    </>
  )
}

function NotPassed({ result: { error, description } }: { result: TestResult }) {
  const t = useMessages(connectMessages)
  const texts: Readonly<Record<string, unknown>> = t
  // The provider describes a denied access by a code for the reason, such as `no_access`.
  const reason = error === 'access_denied' ? texts[`denied_${description}`] : undefined
  return (
    <Notice kind="warning" title={t.windowFailed}>
      {typeof reason === 'string' ? (
        reason
      ) : (
        <>
          {t.error({ error })} <bdi dir="ltr">{description}</bdi>
        </>
      )}
    </Notice>
  )
}
