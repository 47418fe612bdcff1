import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    askedSubject: 'A request waits for your decision',
    asked: '{asker} asks for a second person: {kind}.',
    askedHint:
      'Make sure that the request is genuine before you approve it. Do not use this email to do so: call the people concerned.',
    open: 'Open the request',
    decidedSubject: 'Your request was decided',
    done: 'Your request was approved, and it is done: {kind}.',
    waiting:
      'Your request was approved: {kind}. It is done on {time}, unless it is stopped before.',
    refused: 'Your request was refused: {kind}. The reason given: {reason}',
    failed: 'Your request was approved, but nothing was done: {kind}. {outcome}',
    expired: 'Your request has expired: {kind}. Ask again if it is still needed.',
    seeRequest: 'See the request',
    glassSubject: 'Break glass was used on the server',
    glass:
      'An action that takes two people was approved on the server by break glass: {kind}. The reason given: {reason}',
    glassHint: 'It is in the audit log, and on the overview of the admin area for 30 days.',
    questions: 'Questions, or did you not expect this? Write to {supportEmail}.',
  },
  {
    ar: {
      askedSubject: 'طلب بانتظار قرارك',
      asked: 'يطلب {asker} موافقة شخص ثانٍ: {kind}.',
      askedHint:
        'تأكد من صحة الطلب قبل الموافقة عليه. لا تعتمد على هذه الرسالة للتحقق: اتصل بالأشخاص المعنيين.',
      open: 'فتح الطلب',
      decidedSubject: 'تم البتّ في طلبك',
      done: 'تمت الموافقة على طلبك ونُفّذ: {kind}.',
      waiting: 'تمت الموافقة على طلبك: {kind}. سيُنفَّذ في {time} ما لم يوقَف قبل ذلك.',
      refused: 'رُفض طلبك: {kind}. السبب المذكور: {reason}',
      failed: 'تمت الموافقة على طلبك، لكن لم يُنفَّذ شيء: {kind}. {outcome}',
      expired: 'انتهت صلاحية طلبك: {kind}. أعد الطلب إذا كان لا يزال لازمًا.',
      seeRequest: 'عرض الطلب',
      glassSubject: 'استُخدم إجراء الطوارئ على الخادم',
      glass:
        'تمت على الخادم الموافقة بإجراء الطوارئ على إجراء يتطلب شخصين: {kind}. السبب المذكور: {reason}',
      glassHint: 'الحدث مسجّل في سجل التدقيق، ويظهر في النظرة العامة لمنطقة الإدارة لمدة 30 يومًا.',
      questions: 'هل لديك سؤال، أو لم تكن تتوقع ذلك؟ راسلنا على {supportEmail}.',
    },
    fr: {
      askedSubject: 'Une demande attend votre décision',
      asked: '{asker} demande une seconde personne : {kind}.',
      askedHint:
        'Vérifiez que la demande est authentique avant de l’approuver. Ne vous fiez pas à cet e-mail : appelez les personnes concernées.',
      open: 'Ouvrir la demande',
      decidedSubject: 'Votre demande a été traitée',
      done: 'Votre demande a été approuvée et exécutée : {kind}.',
      waiting:
        'Votre demande a été approuvée : {kind}. Elle sera exécutée le {time}, sauf si elle est arrêtée avant.',
      refused: 'Votre demande a été refusée : {kind}. Motif indiqué : {reason}',
      failed: 'Votre demande a été approuvée, mais rien n’a été exécuté : {kind}. {outcome}',
      expired: 'Votre demande a expiré : {kind}. Renouvelez-la si elle est toujours nécessaire.',
      seeRequest: 'Voir la demande',
      glassSubject: 'La procédure d’urgence a été utilisée sur le serveur',
      glass:
        'Une action qui demande deux personnes a été approuvée sur le serveur par la procédure d’urgence : {kind}. Motif indiqué : {reason}',
      glassHint:
        'Elle figure dans le journal d’audit et, pendant 30 jours, dans la vue d’ensemble de l’administration.',
      questions: 'Une question, ou vous ne vous y attendiez pas ? Écrivez à {supportEmail}.',
    },
    es: {
      askedSubject: 'Una solicitud espera su decisión',
      asked: '{asker} pide una segunda persona: {kind}.',
      askedHint:
        'Compruebe que la solicitud es auténtica antes de aprobarla. No use este correo para ello: llame a las personas implicadas.',
      open: 'Abrir la solicitud',
      decidedSubject: 'Se decidió sobre su solicitud',
      done: 'Su solicitud se aprobó y se ejecutó: {kind}.',
      waiting:
        'Su solicitud se aprobó: {kind}. Se ejecutará el {time}, salvo que alguien la detenga antes.',
      refused: 'Su solicitud se rechazó: {kind}. Motivo indicado: {reason}',
      failed: 'Su solicitud se aprobó, pero no se ejecutó nada: {kind}. {outcome}',
      expired: 'Su solicitud caducó: {kind}. Vuelva a pedirlo si aún es necesario.',
      seeRequest: 'Ver la solicitud',
      glassSubject: 'Se usó el procedimiento de emergencia en el servidor',
      glass:
        'Una acción que requiere dos personas se aprobó en el servidor con el procedimiento de emergencia: {kind}. Motivo indicado: {reason}',
      glassHint:
        'Consta en el registro de auditoría y, durante 30 días, en el resumen de la administración.',
      questions: '¿Tiene preguntas o no esperaba esto? Escriba a {supportEmail}.',
    },
    zh: {
      askedSubject: '有一项请求等待您处理',
      asked: '{asker} 请求第二人批准：{kind}。',
      askedHint: '批准之前，请先确认请求属实。请勿仅凭此邮件判断：请致电相关人员核实。',
      open: '打开请求',
      decidedSubject: '您的请求已有结果',
      done: '您的请求已获批准并已执行：{kind}。',
      waiting: '您的请求已获批准：{kind}。如未被中止，将于 {time} 执行。',
      refused: '您的请求被拒绝：{kind}。所述原因：{reason}',
      failed: '您的请求已获批准，但未执行任何操作：{kind}。{outcome}',
      expired: '您的请求已过期：{kind}。如仍有需要，请重新提出。',
      seeRequest: '查看请求',
      glassSubject: '服务器上使用了紧急放行',
      glass: '一项需要两人批准的操作已在服务器上通过紧急放行获得批准：{kind}。所述原因：{reason}',
      glassHint: '该操作已记入审计日志，并会在管理区的概览中显示 30 天。',
      questions: '有疑问，或这并非您所预期？请写信至 {supportEmail}。',
    },
  },
)
