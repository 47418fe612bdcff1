import { useState } from 'react'
import { PlatformsPage } from '../../../features/admin/platforms/page.tsx'
import { PlatformPanel } from '../../../features/admin/platforms/panel.tsx'
import { paths } from '../addresses.ts'
import { usePageSearch } from './page-search.ts'
import { linkTo, linkToOne } from './search-link.tsx'

/** In the place of an id: the form for one that is not there yet. No id is a digit. */
const added = '0'
const backLink = linkTo(paths.platforms, {})
const platformLink = linkToOne(paths.platforms, {}, 'platform')
const addLink = linkTo(paths.platforms, { platform: added }, 'primary-button')

export function Platforms() {
  const { search, go } = usePageSearch(paths.platforms)
  const { platform } = search
  // It is told once: nothing but this page has it, until she has stored it.
  const [told, setTold] = useState<{ id: string; clientSecret: string }>()
  if (platform === undefined) return <PlatformsPage platformLink={platformLink} addLink={addLink} />
  return (
    <PlatformPanel
      key={platform}
      id={platform === added ? undefined : platform}
      backLink={backLink}
      clientSecret={told?.id === platform ? told.clientSecret : undefined}
      onSecret={(id, clientSecret) =>
        setTold(clientSecret === null ? undefined : { id, clientSecret })
      }
      onAdded={(id) => go({ platform: id }, { replace: true })}
    />
  )
}
