import { useEffect } from 'react'
import { ownPathOf } from '#contract/redirect.ts'
import { isLoggedIn } from '#web/browser-storage.ts'
import { useAfterHydration } from '#web/hydrated.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import * as links from '#contract/links.ts'
import { deadEndMessages } from './texts/messages.ts'

/** The page of a missing permission for visitors, users and admins. The server renders it for visitors. */
export function Unauthorized() {
  const t = useMessages(deadEndMessages)
  const isUser = useAfterHydration(() => isLoggedIn('user'))
  const isAdmin = useAfterHydration(() => isLoggedIn('admin')) && !isUser
  // The area shows its own page for a missing permission, or the page itself if the permission was given since.
  useEffect(() => {
    const address = addressOfPage()
    if (address !== undefined) location.replace(address)
  }, [])
  return (
    <>
      <Illustration scene="closed" />
      <PageTitle>{t.unauthorizedTitle}</PageTitle>
      {isUser && <p>{t.unauthorized}</p>}
      {isAdmin && <p>{t.unauthorizedAdmin}</p>}
      {isUser || isAdmin ? (
        <ButtonLink href={isUser ? links.main.path : links.adminArea.path}>
          {t.toAccount}
        </ButtonLink>
      ) : (
        <>
          <p>{t.unauthorizedVisitor}</p>
          <ButtonLink href={links.hrefOf(links.login())}>{t.toLogin}</ButtonLink>
        </>
      )}
    </>
  )
}

/** Returns the address in the query if it is a page of an area in which this browser is logged in. */
function addressOfPage(): string | undefined {
  const address = ownPathOf(new URLSearchParams(location.search).get('redirect'))
  const isOf = ({ path }: { path: string }) => address?.startsWith(`${path}/`)
  if (isOf(links.main) && isLoggedIn('user')) return address
  return isOf(links.adminArea) && isLoggedIn('admin') ? address : undefined
}

/** A page that is equal for every visitor, so that it does not reveal which pages exist for others. */
export function NotFound({ loginUrl = links.hrefOf(links.login()) }: { loginUrl?: string }) {
  const t = useMessages(deadEndMessages)
  return (
    <>
      <Illustration scene="lost" />
      <PageTitle>{t.notFoundTitle}</PageTitle>
      <p>{t.notFound}</p>
      <ButtonLink href={loginUrl}>{t.toLogin}</ButtonLink>
    </>
  )
}

export function NotFoundForAdmins() {
  return <NotFound loginUrl={links.hrefOf(links.adminLogin())} />
}
