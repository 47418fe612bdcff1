import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { lazyPart, LazyOnInteraction } from '#web/lazy.tsx'
import { useMay } from '#web/me.ts'
import type { BulkSelection } from '#web/ui/bulk-bar.tsx'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { startBulk } from '../../../features/admin/bulk/contract.ts'
import type { Chosen } from '../../../features/admin/bulk/panel.tsx'
import { listUsers } from '../../../features/admin/users/contract.ts'
import { paths } from '../addresses.ts'
import { lazyPage, preloadOf } from '../area.tsx'
import { stringifySearch } from '../search.ts'
import styles from './bulk.module.css'
import { linkToOne } from '../page-links.tsx'

const BulkPage = lazyPage(() => import('../../../features/admin/bulk/page.tsx'), 'BulkPage')
const BulkJobPage = lazyPage(() => import('../../../features/admin/bulk/page.tsx'), 'BulkJobPage')
const BulkActions = lazyPart(
  async () => (await import('../../../features/admin/bulk/panel.tsx')).BulkActions,
  '/parts/bulk',
)
const ChosenDialog = lazyPart(
  async () => (await import('../../../features/admin/bulk/panel.tsx')).ChosenDialog,
  '/parts/bulk',
)
const BulkIndicator = lazyPart(
  async () => (await import('../../../features/admin/bulk/indicator-panel.tsx')).BulkIndicator,
  '/parts/bulk-indicator',
)

Bulk.preload = preloadOf(BulkPage)

const idleMs = 500

const bulkPath: string = paths.bulk
const usersPath: string = paths.partnerUsers

const linkToBulk = (search: { job?: string }, text: ReactNode, className?: string) => (
  <Link to={bulkPath} search={search as never} {...(className !== undefined && { className })}>
    {text}
  </Link>
)
const userLink = linkToOne(usersPath, {}, 'user')
const jobLink = (job: string, text: ReactNode) => linkToBulk({ job }, text)

/** The last bulk jobs, or the job that the query names. */
export function Bulk() {
  const router = useRouter()
  const { job }: { job?: string } = useSearch({ strict: false })
  if (job === undefined) {
    const back = (text: ReactNode) => <Link to={usersPath}>{text}</Link>
    return <BulkPage back={back} jobLink={jobLink} />
  }
  return (
    <BulkJobPage
      key={job}
      id={job}
      back={(text: ReactNode) => linkToBulk({}, text)}
      userLink={userLink}
      onStarted={(started: string) =>
        router.history.push(paths.bulk + stringifySearch({ job: started }))
      }
    />
  )
}

const allLink = (text: ReactNode) => linkToBulk({}, text)

type Selection = BulkSelection & { query: ListSearch }

/** Returns the bulk actions for a list of users, and the dialog that they open. */
export function useBulkOfUsers() {
  const mayOrder = useMay(startBulk)
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>()
  useEffect(() => {
    if (!mayOrder) return undefined
    // After the list itself, but early enough that the bar shows its buttons on the first selection.
    const timer = setTimeout(() => BulkActions.preload(), idleMs)
    return () => clearTimeout(timer)
  }, [mayOrder])
  const bulk = useCallback(({ ids, isAll, total, query, clear }: Selection) => {
    const count = total?.isEstimated ? undefined : total?.count
    const targets = isAll ? { query, count } : { ids }
    return (
      <Suspense fallback={null}>
        <BulkActions
          targets={targets}
          isUnfinished={query['status'] === 'invited'}
          clear={clear}
          onChoose={setChosen}
        />
      </Suspense>
    )
  }, [])
  const dialog = chosen && (
    <Suspense fallback={null}>
      <ChosenDialog
        chosen={chosen}
        onClose={() => setChosen(undefined)}
        onChanged={() => void queryClient.invalidateQueries({ queryKey: [listUsers.path] })}
        jobLink={jobLink}
      />
    </Suspense>
  )
  return { bulk: mayOrder ? bulk : undefined, dialog, allLink: mayOrder ? allLink : undefined }
}

const indicatorLink = (job: string, text: ReactNode) => linkToBulk({ job }, text, styles.indicator)

/** Progress of bulk jobs, in the header of admins who may start them. */
export function BulkInHeader() {
  const mayOrder = useMay(startBulk)
  if (!mayOrder) return null
  return (
    <LazyOnInteraction place={null}>
      <BulkIndicator jobLink={indicatorLink} />
    </LazyOnInteraction>
  )
}
