import { home } from '#contract/links.ts'
import type { Me } from '#contract/me.ts'
import { ButtonTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { joinedMessages } from './texts/messages.ts'

/** The last page of sign-up, with the platforms that the user can open. */
export function JoinedPage({ platforms }: { platforms: Me['subsystems'] }) {
  const t = useMessages(joinedMessages)
  const hasPlatforms = platforms.length > 0
  return (
    <>
      <PageTitle key="joined">{t.title}</PageTitle>
      <p>{hasPlatforms ? t.text : t.textWithout}</p>
      {hasPlatforms && (
        <ul className="stack-3">
          {platforms.map(({ id, name, url }) => (
            <li key={id} className="stack-1">
              <ButtonLink href={url}>
                <bdi>{name}</bdi>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <ButtonTo to={home()}>{t.toAccount}</ButtonTo>
    </>
  )
}
