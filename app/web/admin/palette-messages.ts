import { defineMessages } from '#contract/locale.ts'

export const paletteMessages = defineMessages(
  {
    search: 'Search',
    inviteUser: 'Invite user',
    addCompany: 'Add company',
    addPlatform: 'Register platform',
    inviteAdmin: 'Invite admin',
    bulkActions: 'Bulk actions',
    ownAccount: 'Your account',
  },
  {
    ar: {
      search: 'بحث',
      inviteUser: 'دعوة مستخدم',
      addCompany: 'إضافة شركة',
      addPlatform: 'تسجيل منصة',
      inviteAdmin: 'دعوة مسؤول',
      bulkActions: 'الإجراءات الجماعية',
      ownAccount: 'حسابك',
    },
    fr: {
      search: 'Rechercher',
      inviteUser: 'Inviter un utilisateur',
      addCompany: 'Ajouter une entreprise',
      addPlatform: 'Enregistrer une plateforme',
      inviteAdmin: 'Inviter un administrateur',
      bulkActions: 'Actions groupées',
      ownAccount: 'Votre compte',
    },
    es: {
      search: 'Buscar',
      inviteUser: 'Invitar a un usuario',
      addCompany: 'Añadir empresa',
      addPlatform: 'Registrar plataforma',
      inviteAdmin: 'Invitar a un administrador',
      bulkActions: 'Acciones masivas',
      ownAccount: 'Su cuenta',
    },
    zh: {
      search: '搜索',
      inviteUser: '邀请用户',
      addCompany: '添加公司',
      addPlatform: '注册平台',
      inviteAdmin: '邀请管理员',
      bulkActions: '批量操作',
      ownAccount: '您的账户',
    },
  },
)
