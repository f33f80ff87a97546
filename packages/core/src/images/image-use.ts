/**
 * SQL: the VMs `v` that are being created or rebuilt from an image, until their provider has copied it.
 * @param image.workspace SQL of its workspace @param image.id SQL of its id
 */
export function vmsUsing(image: { readonly workspace: string; readonly id: string }): string {
  return `vm v LEFT JOIN operation o ON o.workspace_id = v.workspace_id AND o.operation_id = v.operation_id
    WHERE v.workspace_id = ${image.workspace} AND v.operation_id IS NOT NULL
      AND (v.template_id = ${image.id} AND v.status IN ('pending', 'creating', 'provisioning', 'configuring')
           OR o.saga = 'vm-rebuild' AND o.input ->> 'template_id' = ${image.id})`;
}
