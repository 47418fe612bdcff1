import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import * as links from '#contract/links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { meQuery, useMe } from '#web/me.ts'
import { Page } from '#web/ui/page.tsx'
import { Steps } from '../../features/account/recovery/steps-page.tsx'
import styles from './frame.module.css'
import { frameMessages } from './texts/messages.ts'

/** Replaces the authenticator app in two steps, in the frame of the portal. */
export function ReplaceAuthenticator() {
  const t = useMessages(frameMessages)
  const { email } = useMe()
  const router = useRouter()
  const queryClient = useQueryClient()

  function finish(): void {
    void queryClient.invalidateQueries(meQuery)
    void router.navigate({
      href: links.hrefOf(links.partOf(links.security(), 'authenticator')),
    })
  }

  return (
    <Page back={<LinkTo to={links.security()}>{t.security}</LinkTo>}>
      <div className={`card stack-4 ${styles.narrow}`}>
        <Steps
          token={undefined}
          account={{ email }}
          onLoggedIn={() => undefined}
          onDone={finish}
          // The session has ended: the area leads to the login.
          onInvalid={() => void queryClient.invalidateQueries(meQuery)}
        />
      </div>
    </Page>
  )
}
