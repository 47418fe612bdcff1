import type { Mutant } from './mutant.ts'

const reviews = ['features/company/review/review.test.ts']
const given = ['features/admin/users/platform-roles.test.ts']

/** Mutants of access reviews and of platform roles. */
export const reviewsAndRoles: Mutant[] = [
  {
    control: 'An access review must belong to the caller’s company',
    asvs: '8.2.2',
    file: 'domain/platform-access/access-review.ts',
    find: 'from access_reviews where id = ${id} and partner_id = ${partnerId}`',
    replace: 'from access_reviews where id = ${id} and ${partnerId}::text is not null`',
    tests: reviews,
  },
  {
    control: 'A reviewer cannot review themselves',
    asvs: '8.2.1',
    file: 'features/company/review/decide.ts',
    find: 'userId === caller.userId',
    replace: "userId === 'nobody'",
    tests: reviews,
  },
  {
    control: 'Only another owner can remove an owner in a review',
    asvs: '8.2.1',
    file: 'domain/platform-access/access-review-work.ts',
    find: "    if (!(await findCompanyRoles(tx, callerId)).includes('owner'))\n      throw new Refusal(commonErrors.forbidden)\n",
    replace: '',
    tests: reviews,
  },
  {
    control: 'A review never removes the only owner',
    asvs: '8.2.1',
    file: 'domain/platform-access/access-review-work.ts',
    find: '    throw new Refusal(errorCodes.lastOwner)\n',
    replace: '    void isOwner\n',
    tests: reviews,
  },
  {
    control: 'A removal of a review is final',
    asvs: '2.3.1',
    file: 'domain/platform-access/access-review.ts',
    find: "      and (i.decision is null or (i.decision = 'keep' and ${decision} = 'remove'))`",
    replace: '`',
    tests: reviews,
  },
  {
    control: 'A closed review changes nothing',
    asvs: '2.3.1',
    file: 'domain/platform-access/access-review.ts',
    find: 'where r.id = i.review_id and r.closed_at is null and',
    replace: 'where r.id = i.review_id and',
    tests: reviews,
  },
  {
    control: 'A company gives only the roles marked for it',
    asvs: '8.2.1',
    file: 'domain/platforms/platform-role.ts',
    find: '      if (byCompany && !role.byCompany) throw new Refusal(errorCodes.beyondDelegation)\n',
    replace: '',
    tests: given,
  },
  {
    control: 'A company cannot remove a role that the provider gave',
    asvs: '8.2.1',
    file: 'features/company/users/set-platforms.ts',
    find: 'roles: [...account.roles, ...(providerRoles.get(account.id) ?? [])]',
    replace: 'roles: account.roles',
    tests: given,
  },
  {
    control: 'Only roles that the platform defines can be given',
    asvs: '2.2.1',
    file: 'domain/platforms/platform-role.ts',
    find: "      if (!role) throw invalidField(field, 'unknownRole')\n",
    replace: '      if (!role) continue\n',
    tests: given,
  },
  {
    control: 'A role that the platform removed is in no claim',
    asvs: '8.2.1',
    file: 'domain/platforms/platform-role.ts',
    find: "             where s.roles @> jsonb_build_array(jsonb_build_object('id', given)) order by given",
    replace: '             order by given',
    tests: ['features/platforms/single-sign-on/platform-roles.test.ts'],
  },
  {
    control: 'Roles are returned only for their own scope',
    asvs: '10.4.11',
    file: 'features/platforms/single-sign-on/claims.ts',
    find: "    'partner',\n  ],",
    replace: "    'partner',\n    'roles',\n  ],",
    tests: ['features/platforms/single-sign-on/platform-roles.test.ts'],
  },
]
