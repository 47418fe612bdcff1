import { defineMessages } from './locale.ts'

/** Names and descriptions of the roles of a company's administrators. */
export const companyRoleMessages = defineMessages(
  {
    owner: 'Owner',
    people: 'User manager',
    security: 'Network manager',
    auditor: 'Auditor',
    ownerText: 'Everything below, and the roles of others',
    peopleText: 'Invites users, gives platforms, decides requests',
    securityText: 'Sets the networks that users may come from',
    auditorText: 'Reads and exports the activity',
  },
  {
    ar: {
      owner: 'المالك',
      people: 'مدير المستخدمين',
      security: 'مدير الشبكات',
      auditor: 'المدقق',
      ownerText: 'كل ما يلي، وأدوار الآخرين',
      peopleText: 'يدعو المستخدمين ويمنح المنصات ويبتّ في الطلبات',
      securityText: 'يحدد الشبكات المسموح للمستخدمين بالاتصال منها',
      auditorText: 'يطّلع على سجل النشاط ويصدّره',
    },
    fr: {
      owner: 'Propriétaire',
      people: 'Gestionnaire des utilisateurs',
      security: 'Gestionnaire des réseaux',
      auditor: 'Auditeur',
      ownerText: 'Tout ce qui suit, ainsi que les rôles des autres',
      peopleText: 'Invite des utilisateurs, donne des plateformes, décide des demandes',
      securityText: 'Définit les réseaux d’où les utilisateurs peuvent venir',
      auditorText: 'Consulte et exporte l’activité',
    },
    es: {
      owner: 'Propietario',
      people: 'Gestor de usuarios',
      security: 'Gestor de redes',
      auditor: 'Auditor',
      ownerText: 'Todo lo siguiente y los roles de los demás',
      peopleText: 'Invita a usuarios, da plataformas y decide solicitudes',
      securityText: 'Define las redes desde las que pueden entrar los usuarios',
      auditorText: 'Consulta y exporta la actividad',
    },
    zh: {
      owner: '所有者',
      people: '用户管理员',
      security: '网络管理员',
      auditor: '审计员',
      ownerText: '拥有以下全部权限，并可设置他人的角色',
      peopleText: '邀请用户、授予平台并处理申请',
      securityText: '设置允许用户访问的网络',
      auditorText: '查看并导出活动记录',
    },
  },
)
