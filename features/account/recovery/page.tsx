import { getMe, type Me } from '#contract/me.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { isLoggedIn } from '#web/browser-storage.ts'
import { useMessages } from '#web/locale.ts'
import { fieldMessages } from '#web/ui/texts/messages.ts'
import { CheckedPage, findLink, placeholder, type DeadLink } from '#web/parts/mailed-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useLoaded } from '#web/use-loaded.ts'
import { messages } from './texts/messages.ts'
import type { Account } from './first-step.tsx'
import { Steps } from './steps-page.tsx'

type Props = {
  /** Token of the mailed link; undefined for a logged-in user. */
  token: string | undefined
  /** True if the page was opened for a mailed link, but without its token. */
  isLost: boolean
  loginUrl: string
  /** Called once the user is logged in, before the recovery codes are shown. */
  onLoggedIn: () => void
  /** Called with the user whom the link logged in; undefined for a user who was logged in before. */
  onDone: (user: Me | undefined) => void
}

/** Resets two-factor authentication by a mailed link, or by the session of a logged-in user. */
export function ResetTwoFactorPage(props: Props) {
  const { token, loginUrl } = props
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const isLink = token !== undefined
  const check = useLoaded<Account | DeadLink>((signal) =>
    isLink ? findLink(token, 'reset-mfa', { signal }) : findMe(signal),
  )
  return (
    <CheckedPage
      check={check}
      isLost={props.isLost}
      title={t.title}
      text={shared.loading}
      invalid={{
        title: isLink ? t.invalidTitle : t.notLoggedInTitle,
        text: isLink ? t.invalidText : t.notLoggedInText,
      }}
      actions={<ButtonLink href={loginUrl}>{t.logIn}</ButtonLink>}
    >
      {(account = { email: placeholder }, onInvalid) => (
        <Steps {...props} account={account} onInvalid={onInvalid} />
      )}
    </CheckedPage>
  )
}

/** Returns the logged-in user, or 'invalid'. The flag on the device only avoids a useless call; the server decides. */
async function findMe(signal: AbortSignal): Promise<Me | 'invalid'> {
  if (!isLoggedIn('user')) return 'invalid'
  return call(getMe, {}, { signal }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === errorCodes.notLoggedIn) return 'invalid'
    throw error
  })
}
